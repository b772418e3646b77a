import { expect, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'

test.each([
  ['2026-11-21T23:59:59Z', 'UTC', '2026-11-21'],
  ['2026-11-21T17:59:59Z', 'Asia/Dhaka', '2026-11-21'],
  ['2026-11-21T18:00:00Z', 'Asia/Dhaka', '2026-11-22'],
  ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29'],
])('%s in %s is on %s', (moment, timeZone, date) => {
  expect(calendarDate(new Date(moment), timeZone)).toBe(date)
})
