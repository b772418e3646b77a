import { expect, test } from 'vitest'
import { formatDay, formatMoment } from './dates.ts'

test('a day is the same day everywhere, in US English', () => {
  expect(formatDay('2026-03-01')).toBe('March 1, 2026')
})

test('a moment is told in the time zone of the university', () => {
  expect(formatMoment('2026-03-01T20:05:00.000Z', 'Asia/Dhaka')).toBe('Mar 2, 2026, 2:05 AM')
})
