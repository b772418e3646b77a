import { DEFAULT_POLICY } from '@blood-bank/server/config/alert-policy'
import { expect, test } from 'vitest'
import { DAY_MS, START } from './clock.ts'
import { mostWithin, requireLimits } from './limits.ts'
import { CENTRAL } from './parameters.ts'
import { type Alert, type Donor, drawDonors } from './people.ts'
import { startProgress } from './progress.ts'

const [donor] = drawDonors({ ...CENTRAL, donors: 1 }, 1) as [Donor]

const bloodRequests = [1, 2, 3].map(id =>
  startProgress({
    ...{
      id,
      requesterId: 1,
      isRequesterKnown: true,
      isInvented: false,
      bloodGroup: 'AB+',
      urgency: 'urgent',
      units: 1,
    },
    ...{ postedAt: START, neededBy: START + DAY_MS },
  }),
)

const onDays = (...days: number[]): Alert[] =>
  days.map((day, at) => ({
    ...{ at: START + day * DAY_MS, urgency: 'urgent', bloodRequestId: at + 1, requesterHasRecord: true },
  }))

const check = (changes: Partial<Donor>) => () =>
  requireLimits([{ ...donor, frequency: 'two-a-week', ...changes }], bloodRequests, DEFAULT_POLICY)

test('the simulation fails when a donor gets more alerts than chosen', () => {
  expect(check({ alerts: onDays(0, 3, 7) })).not.toThrow()
  expect(check({ alerts: onDays(0, 3, 6.99) })).toThrow('broke a promise')
  expect(check({ alerts: onDays(0, 3, 6.99), frequency: 'as-needed' })).not.toThrow()
  expect(check({ alerts: onDays(0, 29.9), frequency: 'one-a-month' })).toThrow('broke a promise')
  expect(check({ alerts: onDays(0, 30), frequency: 'one-a-month' })).not.toThrow()
})

test('the simulation fails when a donor gets two alerts that are not urgent in a week', () => {
  const low = onDays(0, 3).map(alert => ({ ...alert, urgency: 'low' as const }))
  expect(check({ alerts: low })).toThrow('too many alerts that are low')
})

test('the simulation fails when requesters without a record use more than half of a donor, or 61 donors', () => {
  const strangers = onDays(0, 3).map(alert => ({ ...alert, requesterHasRecord: false }))
  expect(check({ alerts: strangers })).toThrow('without a record')
  expect(check({ alerts: strangers.slice(1) })).not.toThrow()
  const many = (count: number) => () =>
    requireLimits(Array(count).fill({ ...donor, alerts: onDays(0) }), bloodRequests, DEFAULT_POLICY)
  expect(many(60)).not.toThrow()
  expect(many(61)).toThrow('more than 60 donors')
})

test('the simulation fails when a donor is asked twice, or for a group that cannot receive their blood', () => {
  const twice = onDays(0, 3).map(alert => ({ ...alert, bloodRequestId: 1 }))
  expect(check({ alerts: twice })).toThrow('asked twice')
  const forO = bloodRequests.map(progress => ({
    ...progress,
    bloodRequest: { ...progress.bloodRequest, bloodGroup: 'O-' as const },
  }))
  const incompatible = { ...donor, bloodGroup: 'A+' as const, alerts: onDays(0) }
  expect(() => requireLimits([incompatible], forO, DEFAULT_POLICY)).toThrow('cannot give to O-')
})

test.each([
  [[], 0],
  [[0], 1],
  [[0, 6.9, 7], 2],
  [[0, 1, 2, 8.5, 8.6, 8.7, 8.8], 5],
])('of alerts on days %j at most %i are in seven days', (days, most) => {
  expect(
    mostWithin(
      days.map(day => day * DAY_MS),
      7,
    ),
  ).toBe(most)
})
