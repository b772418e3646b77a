import { HOUR_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { afterDuration, afterHours, durationBetween, isWithin, QUIET_HOURS, START } from './clock.ts'

const at = (hour: number) => START + hour * HOUR_MS

test.each([
  [21.9, false, 21.9],
  [22, true, 31],
  [24, true, 31],
  [6.9, true, 7],
  [7, false, 7],
])('at hour %f it is quiet: %s, until %f', (hour, isQuiet, end) => {
  expect(isWithin(at(hour), QUIET_HOURS)).toBe(isQuiet)
  expect(afterHours(at(hour), QUIET_HOURS)).toBe(at(end))
})

test.each([
  [8, 2, 10],
  [21, 2, 32],
  [23, 1, 32],
  [8, 20, 37],
])('from hour %f, %f hours without quiet ones last until %f', (start, hours, end) => {
  expect(afterDuration(at(start), hours * HOUR_MS, QUIET_HOURS)).toBe(at(end))
  expect(durationBetween(at(start), at(end), QUIET_HOURS)).toBe(hours * HOUR_MS)
})
