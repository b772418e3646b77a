import { act, render, screen } from '@testing-library/react'
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

test('a toast is announced politely, in an existing region', () => {
  render(<Toaster />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  act(() => showToast('The request is deleted.'))
  expect(region.textContent).toBe('The request is deleted.')
})

test('a toast from before the region existed is announced, too', () => {
  vi.useFakeTimers()
  act(() => showToast('The request is deleted.'))
  render(<Toaster />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  pass(1_000)
  expect(region.textContent).toBe('The request is deleted.')
})

test('the timer of a toast, fired late, does not remove the toast that replaced it', () => {
  const timers = vi.spyOn(window, 'setTimeout')
  render(<Toaster />)
  act(() => showToast('The request is deleted.'))
  const timer: unknown[] = timers.mock.calls.find(([, ms]) => ms === TOAST_MS) ?? []
  const [remove, , first] = timer as [(toast: unknown) => void, number, unknown]
  act(() => showToast('The donation was recorded.'))
  act(() => remove(first))
  expect(screen.getByRole('status').textContent).toBe('The donation was recorded.')
})

test('a toast stays for at least six seconds, then disappears', () => {
  open()
  pass(6_000)
  expect(toast()).not.toBeNull()
  pass(TOAST_MS)
  expect(toast()).toBeNull()
})

test('a toast stays while the pointer is on it', async () => {
  const person = open()
  await person.hover(screen.getByText('The request is deleted.'))
  pass(10 * TOAST_MS)
  expect(toast()).not.toBeNull()
  await person.unhover(screen.getByText('The request is deleted.'))
  pass(TOAST_MS)
  expect(toast()).toBeNull()
})

test('a toast stays while it has the focus, and Dismiss returns the focus', async () => {
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

test('a new toast replaces the previous one, even with the same text', () => {
  open()
  pass(TOAST_MS - 1_000)
  act(() => showToast('The request is deleted.'))
  pass(TOAST_MS - 1_000)
  expect(screen.getAllByText('The request is deleted.')).toHaveLength(1)
})
