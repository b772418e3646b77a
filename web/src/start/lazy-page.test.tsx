import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { sendOnceConnected } from '../forms/send-later.ts'
import { ErrorBoundary } from '../frame/error-boundary.tsx'
import { createQueryClient } from '../session/query-client.ts'
import { lazyPage, lazyPart } from '../ui/browser/lazy-page.tsx'
import { sayLater } from '../ui/feedback/late-message.ts'
import renderer from './render.tsx'

// The renderer loads all pages that there are when it first renders one, in any file: those of these tests fail.
await renderer.renderPage({
  path: '/help',
  search: '',
  session: null,
  isWithoutDonors: false,
  now: null,
  read: null,
})

/** For a test that expects a `console.error`: returns what was logged since, and prevents the test from failing on it. */
function expectConsoleErrors() {
  const logged: unknown[][] = []
  vi.mocked(console.error).mockImplementation((...values) => void logged.push(values))
  return {
    /** Everything logged; empties the list that would fail the test. */
    read: () => {
      vi.mocked(console.error).mockClear()
      return logged.splice(0)
    },
  }
}

function show(load: () => Promise<{ Example: () => ReactNode }>) {
  const Example = lazyPage(load, 'Example')
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ErrorBoundary>
          <Suspense fallback="Loading">
            <Example />
          </Suspense>
        </ErrorBoundary>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return client
}

test('offline, a page whose script is not on the device says so, and is opened when the connection is back', async () => {
  const errors = expectConsoleErrors()
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  show(() => Promise.reject(new TypeError('Failed to fetch')))
  await screen.findByRole('button', { name: 'Reload' })
  act(() => onlineManager.setOnline(false))
  await screen.findByRole('heading', { name: "This page isn't on your device yet" })
  screen.getByText(/^Go back to a page you have opened before/)
  screen.getByRole('button', { name: 'Go back' })
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  act(() => onlineManager.setOnline(true))
  expect(reload).toHaveBeenCalledOnce()
  expect(errors.read().length).toBeGreaterThan(0)
})

test('it is opened only after what waited for the connection was sent, and after the message that says so', async () => {
  const errors = expectConsoleErrors()
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  act(() => onlineManager.setOnline(false))
  const client = show(() => Promise.reject(new TypeError('Failed to fetch')))
  await screen.findByRole('heading', { name: "This page isn't on your device yet" })
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent = sendOnceConnected(client, 'post-request', { send: () => promise, values: {} })
  await waitFor(() => expect(client.isMutating()).toBe(1))
  act(() => onlineManager.setOnline(true))
  expect(reload).not.toHaveBeenCalled()
  act(() => sayLater('It was sent.'))
  await act(async () => {
    resolve()
    await sent
    // The cache tells later what has changed.
    await new Promise(resolve => setTimeout(resolve))
  })
  expect(reload).not.toHaveBeenCalled()
  act(() => sayLater(null))
  expect(reload).toHaveBeenCalledOnce()
  expect(errors.read().length).toBeGreaterThan(0)
})

test('a script that is not loaded within 120 seconds is logged as timed out, with its address', async () => {
  vi.useFakeTimers()
  const errors = expectConsoleErrors()
  const load = () => new Promise<never>(() => {})
  load.toString = () => '()=>import("./login-abc.js")'
  show(load)
  await act(() => vi.advanceTimersByTimeAsync(119_999))
  expect(screen.queryByRole('alert')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(errors.read()[0]?.[0]).toMatch(/^Loading a page failed\. \(timeout: .*\/login-abc\.js\)$/)
})

test('a page that throws an error shows a message and a Reload button instead of a blank screen', async () => {
  const errors = expectConsoleErrors()
  show(async () => ({
    Example: () => {
      throw new Error('broken')
    },
  }))
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^This page stopped working because of an error\./,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  screen.getByRole('button', { name: 'Reload' })
  expect(errors.read().length).toBeGreaterThan(0)
})

test('an optional part whose script fails to load is logged, leaves the page, and appears once the connection is back', async () => {
  const errors = expectConsoleErrors()
  let isLost = true
  const address = 'https://blood.example/assets/banner-abc.js'
  const load = vi.fn(async () => {
    if (isLost) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`)
    return () => <p>The part</p>
  })
  const Part = lazyPart<object>(load)
  const page = (
    <Suspense fallback="Loading">
      <Part />
      <p>The page</p>
    </Suspense>
  )
  const { unmount } = render(page)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await screen.findByText('The page')
  act(() => onlineManager.setOnline(false))
  isLost = false
  act(() => onlineManager.setOnline(true))
  await screen.findByText('The part')
  unmount()
  render(page)
  screen.getByText('The part')
  expect(errors.read()).toEqual([[`Loading a page failed. (error: ${address})`, { type: 'error', address }]])
})

test('a page that was not on the device can be opened once the connection is back', async () => {
  const errors = expectConsoleErrors()
  let isLost = true
  const Page = lazyPage(async () => {
    if (isLost) throw new TypeError('Failed to fetch')
    return { Example: () => <p>The page</p> }
  }, 'Example')
  const open = () =>
    render(
      <MemoryRouter>
        <ErrorBoundary>
          <Suspense fallback="Loading">
            <Page />
          </Suspense>
        </ErrorBoundary>
      </MemoryRouter>,
    )
  const { unmount } = open()
  await screen.findByRole('button', { name: 'Reload' })
  unmount()
  onlineManager.setOnline(false)
  isLost = false
  onlineManager.setOnline(true)
  open()
  await screen.findByText('The page')
  expect(errors.read().length).toBeGreaterThan(0)
})
