import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TOAST_MS, Toaster } from './toaster.tsx'
import { showToast } from './toasts.ts'

function open() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(
    <>
      <button type="button">Elsewhere</button>
      <Toaster />
    </>,
  )
  act(() => showToast('The request is deleted.'))
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const toast = () => screen.queryByText('The request is deleted.')

test('what was done is announced politely, in a region that was there before', () => {
  render(<Toaster />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  act(() => showToast('The request is deleted.'))
  expect(region.textContent).toBe('The request is deleted.')
})

test('what was said before the region came is announced, too: it is put in afterwards', async () => {
  act(() => showToast('The request is deleted.'))
  render(<Toaster />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  await waitFor(() => expect(region.textContent).toBe('The request is deleted.'))
})

test('a toast stays for six seconds at least, and passes', () => {
  open()
  pass(6_000)
  expect(toast()).not.toBeNull()
  pass(TOAST_MS)
  expect(toast()).toBeNull()
})

test('a toast waits for whoever points at it', async () => {
  const person = open()
  await person.hover(screen.getByText('The request is deleted.'))
  pass(10 * TOAST_MS)
  expect(toast()).not.toBeNull()
  await person.unhover(screen.getByText('The request is deleted.'))
  pass(TOAST_MS)
  expect(toast()).toBeNull()
})

test('a toast waits for the keyboard, and Dismiss leads back to where one was', async () => {
  const person = open()
  await person.tab()
  await person.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }))
  pass(10 * TOAST_MS)
  expect(toast()).not.toBeNull()
  await person.keyboard('{Enter}')
  expect(toast()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
})

test('the newest takes the place of the one before, also when it says the same', () => {
  open()
  pass(TOAST_MS - 1_000)
  act(() => showToast('The request is deleted.'))
  pass(TOAST_MS - 1_000)
  expect(screen.getAllByText('The request is deleted.')).toHaveLength(1)
})
