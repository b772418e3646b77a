import { MINUTE_MS } from '@blood-bank/contract/durations'
import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RelativeTime } from './relative-time.tsx'

const MOMENT = '2026-03-01T20:05:00.000Z'

const show = (minutesAgo: number) => {
  vi.useFakeTimers({ now: Date.parse(MOMENT) + minutesAgo * MINUTE_MS })
  return render(<RelativeTime moment={MOMENT} timeZone="Asia/Dhaka" />)
}

test('an age is shown with the exact time, and stays current', () => {
  const { container } = show(119)
  expect(container.textContent).toBe('1 h ago Mar 2, 2026, 2:05 AM')
  expect(container.querySelector('time')?.dateTime).toBe(MOMENT)
  act(() => vi.advanceTimersByTime(MINUTE_MS))
  expect(container.textContent).toBe('2 h ago Mar 2, 2026, 2:05 AM')
})

test('from a week on the exact time is shown alone, also if the week ends while it is shown', () => {
  const { container } = show(7 * 24 * 60 - 1)
  expect(container.textContent).toBe('6 days ago Mar 2, 2026, 2:05 AM')
  act(() => vi.advanceTimersByTime(MINUTE_MS))
  expect(container.textContent).toBe('Mar 2, 2026, 2:05 AM')
})

test('a page without times has no timer', () => {
  const { unmount } = show(1)
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
