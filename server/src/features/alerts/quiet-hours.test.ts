import { expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../config/alert-policy.ts'
import { endOfQuietHours } from './quiet-hours.ts'

const NIGHT = DEFAULT_POLICY.quietHours

const endOf = (now: string, timeZone: string, hours = NIGHT) =>
  endOfQuietHours(new Date(now), timeZone, hours)?.toISOString() ?? null

test.each([
  ['2026-11-21T21:59:59.999Z', null],
  ['2026-11-21T22:00:00Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-21T23:59:59Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-22T00:00:00Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-22T06:59:59.999Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-22T07:00:00Z', null],
  ['2026-12-31T22:30:00Z', '2027-01-01T07:00:00.000Z'],
])('quiet hours from 22 to 7 at %s end at %s', (now, end) => {
  expect(endOf(now, 'UTC')).toBe(end)
})

test.each([
  ['Pacific/Pago_Pago', '2026-11-22T09:00:00Z', '2026-11-22T18:00:00.000Z'],
  ['America/New_York', '2026-11-22T03:00:00Z', '2026-11-22T12:00:00.000Z'],
  ['America/St_Johns', '2026-11-22T02:00:00Z', '2026-11-22T10:30:00.000Z'],
  ['Asia/Dhaka', '2026-11-21T16:00:00Z', '2026-11-22T01:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21T16:15:00Z', '2026-11-22T01:15:00.000Z'],
  ['Australia/Eucla', '2026-11-21T14:00:00Z', '2026-11-21T22:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21T08:00:00Z', '2026-11-21T17:00:00.000Z'],
])('in %s the night of %s ends at %s', (timeZone, now, end) => {
  expect(endOf(now, timeZone)).toBe(end)
})

test.each([
  ['Pacific/Pago_Pago', '2026-11-22T08:59:59Z'],
  ['Asia/Dhaka', '2026-11-21T15:59:59Z'],
  ['Pacific/Kiritimati', '2026-11-21T07:59:59Z'],
  ['Pacific/Kiritimati', '2026-11-21T17:00:00Z'],
])('in %s it is day at %s', (timeZone, now) => {
  expect(endOf(now, timeZone)).toBeNull()
})

test.each([
  ['forward, for a night of 8 hours', 'Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['back, for a night of 10 hours', 'Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
  ['forward, later', 'America/New_York', '2026-03-08T06:59:00Z', '2026-03-08T11:00:00.000Z'],
  [
    'back, in the hour that comes twice',
    'America/New_York',
    '2026-11-01T05:30:00Z',
    '2026-11-01T12:00:00.000Z',
  ],
  ['by half an hour', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', '2026-10-03T20:00:00.000Z'],
  ['at midnight', 'Africa/Cairo', '2026-04-23T20:30:00Z', '2026-04-24T04:00:00.000Z'],
])('the clocks change %s', (_, timeZone, now, end) => {
  expect(endOf(now, timeZone)).toBe(end)
})

test('quiet hours may lie within a day, and there may be none', () => {
  expect(endOf('2026-11-22T13:00:00Z', 'UTC', { from: 13, to: 15 })).toBe('2026-11-22T15:00:00.000Z')
  expect(endOf('2026-11-22T15:00:00Z', 'UTC', { from: 13, to: 15 })).toBeNull()
  expect(endOf('2026-11-22T23:00:00Z', 'UTC', { from: 0, to: 0 })).toBeNull()
})
