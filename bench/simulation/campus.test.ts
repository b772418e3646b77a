import { ALERT_LIMITS } from '@blood-bank/contract/alerts/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import { meets, type Need } from '@blood-bank/contract/donors/needs'
import { DAY_MS } from '@blood-bank/contract/durations'
import { NUMBERS_CALLED_PER_DAY } from '@blood-bank/contract/kept-donors/calls'
import { expect, test } from 'vitest'
import { type Scenario, simulateCampus } from './campus.ts'
import { isWithin } from './clock.ts'
import { mostWithin } from './measures.ts'
import { CENTRAL, type Parameters } from './parameters.ts'

const TINY = { members: 200, donors: 60, bloodRequests: 8 }

const simulate = ({ parameters, ...scenario }: Partial<Scenario> = {}, seed = 1) =>
  simulateCampus(
    { hasAlerts: true, calls: 'compatible', ...scenario, parameters: { ...TINY, ...parameters } },
    seed,
  )

const timesOf = ({ bloodRequests }: ReturnType<typeof simulateCampus>) =>
  bloodRequests.map(({ firstYesAt, enoughAt, calls }) => [firstYesAt, enoughAt, calls])

const alertsOf = ({ donors }: ReturnType<typeof simulateCampus>) => donors.flatMap(({ alerts }) => alerts)

test('one seed always gives the same campus, and another seed a different one', () => {
  expect(timesOf(simulate())).toEqual(timesOf(simulate()))
  expect(timesOf(simulate())).not.toEqual(timesOf(simulate({}, 2)))
})

test('every request has an offer if everybody sees the alerts and accepts, although nobody answers a call', () => {
  const everybody = { mailSeen: 1, acceptance: 1, unknowinglyIneligible: 0, donatedInYear: 0, answersCall: 0 }
  const { bloodRequests } = simulate({ parameters: everybody })
  expect(bloodRequests.filter(({ firstYesAt }) => firstYesAt === Number.POSITIVE_INFINITY)).toEqual([])
})

test('a request is not filled by donors whom the hospital cannot take, who rest', () => {
  const willing = { mailSeen: 1, acceptance: 0.5, showsUp: 1, unknowinglyIneligible: 0, donatedInYear: 0 }
  const [taken, turnedAway] = [0, 1].map(share => simulate({ parameters: { ...willing, turnedAway: share } }))
  const filled = (outcome: typeof taken) => outcome?.bloodRequests.filter(({ isFilled }) => isFilled).length
  expect([filled(taken), filled(turnedAway)]).toEqual([TINY.bloodRequests - 1, 0])
  // They rest from then on, and it counts against nobody.
  expect(turnedAway?.donors.some(({ eligibleFrom }) => eligibleFrom > 0)).toBe(true)
  expect(turnedAway?.donors.flatMap(({ endings }) => endings)).toEqual([])
})

test('two invented accounts cost donors alerts, but no request its donors', () => {
  const [calm, attacked] = [simulate(), simulate({ parameters: { isAttacked: true } })]
  expect(alertsOf(attacked).length).toBeGreaterThan(2 * alertsOf(calm).length)
  expect(attacked.bloodRequests).toHaveLength(TINY.bloodRequests)
  const askedFor = (outcome: typeof calm) => new Set(alertsOf(outcome).map(alert => alert.bloodRequestId))
  expect([...askedFor(calm)].filter(id => !askedFor(attacked).has(id))).toEqual([])
})

test('even if every request is urgent and nobody ever accepts, no limit is exceeded', () => {
  const parameters = { acceptance: 0, urgencies: { urgent: 1, moderate: 0, low: 0 }, bloodRequests: 40 }
  const { donors, bloodRequests } = simulate({ parameters })
  const groups = new Map(
    bloodRequests.map(({ bloodRequest }) => [bloodRequest.id, bloodRequest.requiredBloodGroup]),
  )
  expect(Math.max(...donors.map(({ alerts }) => alerts.length))).toBeGreaterThan(7)
  for (const { alerts, frequency, bloodGroup } of donors) {
    const limit = ALERT_LIMITS[frequency]
    const times = alerts.map(({ at }) => at)
    expect(mostWithin(times, limit.days)).toBeLessThanOrEqual(limit.alerts)
    expect(new Set(alerts.map(({ bloodRequestId }) => bloodRequestId)).size).toBe(alerts.length)
    expect(
      alerts.filter(alert => !canGiveTo(bloodGroup, groups.get(alert.bloodRequestId) as BloodGroup)),
    ).toEqual([])
  }
})

test('kept donors are called by coordinators alone, in their hours, who call at most 60 numbers a day', () => {
  const called = { kept: 1, coordinators: { ...CENTRAL.coordinators, count: 2, answers: 1, promises: 1 } }
  const { donors, bloodRequests } = simulate({ parameters: called })
  expect(donors.flatMap(({ alerts }) => alerts)).toEqual([])
  expect(bloodRequests.filter(({ calls }) => calls > 0)).toEqual([])
  const times = bloodRequests.map(({ firstYesAt }) => firstYesAt).filter(Number.isFinite)
  expect(times.length).toBeGreaterThan(TINY.bloodRequests / 2)
  expect(times.filter(time => !isWithin(time, called.coordinators.hours))).toEqual([])

  const busy = { count: 1, hours: { from: 0, to: 24 }, callMinutes: 0.1, answers: 0 }
  const [bloodRequest] = simulate({
    parameters: {
      kept: 1,
      donors: 1_000,
      bloodRequests: 1,
      neededWithin: { urgent: 6, moderate: 6, low: 6 },
      coordinators: { ...CENTRAL.coordinators, ...busy },
    },
  }).bloodRequests
  expect(bloodRequest?.callsOfCoordinators).toBe(NUMBERS_CALLED_PER_DAY)
})

test('for platelets those are asked whose group meets the need, and by machine those who said yes', () => {
  const components = { blood: 0, 'apheresis-platelets': 1, 'pooled-platelets': 1 }
  const { donors, bloodRequests } = simulate({ parameters: { components, alsoPlatelets: 0.3 } })
  const needs = new Map(bloodRequests.map(({ bloodRequest }) => [bloodRequest.id, bloodRequest]))
  const asked = donors.flatMap(donor =>
    donor.alerts.map(({ bloodRequestId }) => ({ ...donor, need: needs.get(bloodRequestId) as Need })),
  )
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter(({ bloodGroup, need }) => !meets(bloodGroup, need))).toEqual([])
  const byMachine = asked.filter(({ need }) => need.component === 'apheresis-platelets')
  expect(new Set(byMachine.map(({ alsoPlatelets }) => alsoPlatelets))).toEqual(new Set([true]))
  expect(asked.some(({ alsoPlatelets }) => !alsoPlatelets)).toBe(true)
})

test('only urgent requests are texted, no more than allowed a day, and nobody whose phone has confirmed the push message', () => {
  const textsOf = (parameters: Partial<Parameters>) => {
    const { bloodRequests } = simulate({ parameters: { texts: 1, acceptance: 0, ...parameters } })
    return bloodRequests.map(({ bloodRequest, texts }) => ({ urgency: bloodRequest.urgency, texts }))
  }
  const all = textsOf({ push: 0 })
  expect(all.filter(({ texts }) => texts > 0).map(({ urgency }) => urgency)).toContain('urgent')
  expect(all.filter(({ urgency, texts }) => urgency !== 'urgent' && texts > 0)).toEqual([])
  expect(Math.max(...textsOf({ push: 0, textsPerDay: 3 }).map(({ texts }) => texts))).toBe(3)
  const confirmed = textsOf({ push: 1, nightPush: 1, pushConfirmed: 1 })
  expect(confirmed.filter(({ texts }) => texts > 0)).toEqual([])
})

test.each([
  [[], 0],
  [[0], 1],
  [[0, 6.9, 7], 2],
  [[0, 1, 2, 8.5, 8.6, 8.7, 8.8], 5],
])('of alerts on days %j at most %i are in seven days', (days, most) => {
  const times = days.map(day => day * DAY_MS)
  expect(mostWithin(times, 7)).toBe(most)
})
