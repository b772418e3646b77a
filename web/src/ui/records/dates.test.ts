import { expect, test, vi } from 'vitest'
import { calendarDateOf, formatAge, formatDay, formatMoment } from './dates.ts'

const { DateTimeFormat } = Intl

/** The date formats of a browser that is set to German. */
class GermanDateTimeFormat extends DateTimeFormat {
  constructor(locale: Intl.LocalesArgument = 'de-DE', options = {}) {
    super(locale, options)
  }
}

test('a calendar date is the same in every time zone, in US English', () => {
  expect(formatDay('2026-03-01')).toBe('March 1, 2026')
})

test("the calendar date of a moment is that of the university's time zone", () => {
  const moment = new Date('2026-03-01T20:05:00.000Z')
  expect(calendarDateOf(moment, 'Asia/Dhaka')).toBe('2026-03-02')
  expect(calendarDateOf(moment, 'America/New_York')).toBe('2026-03-01')
})

test("a timestamp is formatted in the university's time zone", () => {
  expect(formatMoment('2026-03-01T20:05:00.000Z', 'Asia/Dhaka')).toBe('Mar 2, 2026, 2:05 AM')
})

test('in a German browser dates are in US English, too', () => {
  vi.stubGlobal('Intl', { DateTimeFormat: GermanDateTimeFormat })
  expect(formatDay('2026-03-01')).toBe('March 1, 2026')
  expect(formatMoment('2026-03-01T20:05:00.000Z', 'Asia/Dhaka')).toBe('Mar 2, 2026, 2:05 AM')
})

test.each([
  [-5, 'just now', 'just now'],
  [59, 'just now', 'just now'],
  [60, '1 minute ago', '1 min ago'],
  [59 * 60, '59 minutes ago', '59 min ago'],
  [3.9 * 3600, '3 hours ago', '3 h ago'],
  [24 * 3600, '1 day ago', '1 day ago'],
  [6.9 * 86_400, '6 days ago', '6 days ago'],
])('%i seconds ago is %s, in short %s', (seconds, expected, short) => {
  const moment = new Date('2026-03-01T20:05:00.000Z')
  const now = new Date(moment.getTime() + seconds * 1000)
  expect([formatAge(moment, now), formatAge(moment, now, 'short')]).toEqual([expected, short])
})
