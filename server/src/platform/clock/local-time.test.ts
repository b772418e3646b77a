import { expect, test } from 'vitest'
import { timeOfLocal } from './local-time.ts'

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
