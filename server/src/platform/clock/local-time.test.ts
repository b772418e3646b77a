import { expect, test } from 'vitest'
import { calendarDate, startOfDate, timeOfLocal } from './local-time.ts'

test.each([
  ['2026-11-21T23:59:59Z', 'UTC', '2026-11-21'],
  ['2026-11-21T17:59:59Z', 'Asia/Dhaka', '2026-11-21'],
  ['2026-11-21T18:00:00Z', 'Asia/Dhaka', '2026-11-22'],
  ['2026-01-01T04:59:59Z', 'America/New_York', '2025-12-31'],
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29'],
])('%s in %s is on %s', (moment, timeZone, date) => {
  expect(calendarDate(new Date(moment), timeZone)).toBe(date)
})

test.each([
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00Z'],
  ['2026-11-22', 'Asia/Dhaka', '2026-11-21T18:00:00Z'],
  ['2026-11-22', 'Asia/Kathmandu', '2026-11-21T18:15:00Z'],
  ['2026-11-22', 'Pacific/Kiritimati', '2026-11-21T10:00:00Z'],
  ['2026-11-22', 'Pacific/Pago_Pago', '2026-11-22T11:00:00Z'],
  // The clocks skip the hour after midnight.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z'],
])('%s begins in %s at %s', (date, timeZone, start) => {
  expect(startOfDate(date, timeZone)).toEqual(new Date(start))
})

test.each([
  ['2026-11-03T18:00', 'UTC', '2026-11-03T18:00:00Z'],
  ['2026-11-03T18:00', 'Asia/Dhaka', '2026-11-03T12:00:00Z'],
  ['2026-11-03T18:00', 'Asia/Kathmandu', '2026-11-03T12:15:00Z'],
  ['2026-11-03T00:30', 'Pacific/Kiritimati', '2026-11-02T10:30:00Z'],
  ['2026-07-01T09:05', 'America/New_York', '2026-07-01T13:05:00Z'],
  // The clocks have been changed a few hours before, and will be a few hours later.
  ['2026-03-08T05:00', 'America/New_York', '2026-03-08T09:00:00Z'],
  ['2026-03-08T01:00', 'America/New_York', '2026-03-08T06:00:00Z'],
  // The clocks skip this hour, and show this one twice.
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
])('%s in %s is %s', (local, timeZone, time) => {
  expect(timeOfLocal(local, timeZone)).toEqual(new Date(time))
})
