import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/blood-groups'
import { Urgency } from '@blood-bank/contract/blood-requests'
import { donorGroupsFor } from '@blood-bank/contract/rules/compatibility'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AlertPolicy, DEFAULT_POLICY } from '../../../config/alert-policy.ts'
import { type Candidate, candidatesToRead, planWave, sizeWave, type WaveSituation } from './plan-wave.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const MORNING = new Date('2026-11-23T07:00:00Z')
const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

/** The waves of the design, so that these tests do not depend on how the defaults are tuned. */
const POLICY: AlertPolicy = {
  ...DEFAULT_POLICY,
  waves: {
    urgent: { min: 16, max: 32, effort: 1, intervalMinutes: 5, backupOffers: 1, weeklyAlerts: Infinity },
    moderate: { min: 4, max: 12, effort: 0.5, intervalMinutes: 30, backupOffers: 0, weeklyAlerts: 1 },
    low: { min: 3, max: 6, effort: 0.5, intervalMinutes: 240, backupOffers: 0, weeklyAlerts: 1 },
  },
  smallPool: 15,
  newRequesterAlerts: 8,
}

type Changes = Partial<Omit<WaveSituation, 'bloodRequest' | 'asked' | 'requester'>> & {
  bloodRequest?: Partial<WaveSituation['bloodRequest']>
  asked?: Partial<WaveSituation['asked']>
  requester?: Partial<WaveSituation['requester']>
}

/** A new urgent request for one unit, of somebody whom donors have helped before. */
const aSituation = ({ bloodRequest, asked, requester, ...more }: Changes = {}): WaveSituation => ({
  bloodRequest: {
    ...{ requiredBloodGroup: 'A+', urgency: 'urgent', unitsNeeded: 1, offersStanding: 0 },
    ...bloodRequest,
  },
  asked: { declined: 0, replacements: 0, lastWaveAt: null, sinceLastWave: 0, ...asked },
  requester: { hasHadOffer: true, alerts: 0, ...requester },
  ...{ policy: POLICY, answerShare: 1 / 8, quietUntil: null, now: NOW },
  ...more,
})

const donors = (
  count: number,
  bloodGroup: BloodGroup = 'A+',
  lastAlertedAt: Date | null = null,
): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({ userId: `${bloodGroup} ${at}`, bloodGroup, lastAlertedAt }))

const plan = (candidates: Candidate[], changes: Changes = {}, seed = 1) =>
  planWave({ ...aSituation(changes), candidates, seed })

const idsOf = ({ chosen }: { chosen: Candidate[] }) => chosen.map(({ userId }) => userId)

describe('how many donors are asked', () => {
  test.each<[Urgency, number, number, number]>([
    ['urgent', 1, 1 / 8, 16],
    ['urgent', 2, 1 / 8, 16],
    ['urgent', 3, 1 / 8, 24],
    ['urgent', 4, 1 / 8, 32],
    ['urgent', 9, 1 / 8, 32],
    ['urgent', 1, 1 / 20, 20],
    ['urgent', 1, 1 / 100, 32],
    ['urgent', 2, 1, 16],
    ['moderate', 1, 1 / 8, 4],
    ['moderate', 2, 1 / 8, 8],
    ['moderate', 3, 1 / 8, 12],
    ['moderate', 4, 1 / 8, 12],
    ['moderate', 1, 1 / 20, 10],
    ['moderate', 1, 1, 4],
    ['low', 1, 1 / 8, 4],
    ['low', 2, 1 / 8, 6],
    ['low', 1, 1, 3],
    ['low', 9, 1 / 100, 6],
  ])('%s, %i units, and %f of the alerts are answered: %i', (urgency, unitsNeeded, answerShare, size) => {
    const situation = aSituation({ bloodRequest: { urgency, unitsNeeded }, answerShare })
    expect(sizeWave(situation)).toMatchObject({ kind: 'wave', size })
    expect(plan(donors(100), { bloodRequest: { urgency, unitsNeeded }, answerShare }).chosen).toHaveLength(
      size,
    )
  })

  test('only units without an offer count', () => {
    const sizeWith = (offersStanding: number) =>
      sizeWave(aSituation({ bloodRequest: { unitsNeeded: 4, offersStanding } })).size
    expect([0, 1, 2, 3].map(sizeWith)).toEqual([32, 24, 16, 16])
  })

  test.each<[Urgency, number, number, number]>([
    ['urgent', 1, 1, 16],
    ['urgent', 1, 2, 0],
    ['urgent', 3, 3, 16],
    ['urgent', 3, 4, 0],
    ['urgent', 0, 0, 0],
    ['moderate', 2, 1, 4],
    ['moderate', 2, 2, 0],
    ['low', 1, 1, 0],
    ['low', 1, 3, 0],
  ])('%s, %i units with %i offers: %i', (urgency, unitsNeeded, offersStanding, size) => {
    const wave = plan(donors(100), { bloodRequest: { urgency, unitsNeeded, offersStanding } })
    expect(wave.chosen).toHaveLength(size)
    if (size === 0) expect(wave.nextWaveAt).toBeNull()
  })

  test('donors who were asked while another planner was faster belong to the wave', () => {
    expect(sizeWave(aSituation({ asked: { sinceLastWave: 10 } })).size).toBe(6)
  })

  test('a wave that others cut short ends even if offers have made it smaller meanwhile', () => {
    const wave = plan(donors(100), {
      bloodRequest: { unitsNeeded: 4, offersStanding: 3 },
      asked: { sinceLastWave: 20 },
    })
    expect(wave).toMatchObject({ kind: 'wave', size: 1, nextWaveAt: minutesFromNow(5) })
    expect(wave.chosen).toHaveLength(1)
  })
})

describe('when the next donors are asked', () => {
  test.each<[Urgency, number]>([
    ['urgent', 5],
    ['moderate', 30],
    ['low', 240],
  ])('%s: after %i minutes', (urgency, minutes) => {
    const look = (lastWaveAt: Date) =>
      sizeWave(aSituation({ bloodRequest: { urgency }, asked: { lastWaveAt } }))
    expect(sizeWave(aSituation({ bloodRequest: { urgency } })).nextWaveAt).toEqual(minutesFromNow(minutes))
    expect(look(minutesFromNow(-minutes))).toMatchObject({
      kind: 'wave',
      nextWaveAt: minutesFromNow(minutes),
    })
    expect(look(minutesFromNow(1 - minutes))).toEqual({
      ...{ kind: 'replacement', size: 0, nextWaveAt: minutesFromNow(1) },
    })
  })

  test.each<[Urgency, boolean]>([
    ['urgent', true],
    ['moderate', false],
    ['low', false],
  ])('in quiet hours, %s: asks now is %s', (urgency, asksNow) => {
    const wave = plan(donors(100), { bloodRequest: { urgency }, quietUntil: MORNING })
    expect(wave.chosen.length > 0).toBe(asksNow)
    expect(wave.nextWaveAt).toEqual(asksNow ? minutesFromNow(5) : MORNING)
  })

  test('in quiet hours nobody replaces a donor who declined, unless it is urgent', () => {
    const sizeOf = (urgency: Urgency) =>
      sizeWave(
        aSituation({
          bloodRequest: { urgency },
          asked: { lastWaveAt: minutesFromNow(-1), declined: 2 },
          quietUntil: MORNING,
        }),
      ).size
    expect(Urgency.options.map(urgency => [urgency, sizeOf(urgency)])).toEqual(
      Urgency.options.map(urgency => [urgency, urgency === 'urgent' ? 2 : 0]),
    )
  })

  test('a request with enough offers waits for an answer, not for the morning', () => {
    const bloodRequest = { urgency: 'low', offersStanding: 1 } as const
    expect(sizeWave(aSituation({ bloodRequest, quietUntil: MORNING })).nextWaveAt).toBeNull()
  })
})

describe('donors who decline', () => {
  test.each([
    [1, 0, 1],
    [3, 1, 2],
    [3, 3, 0],
    [2, 3, 0],
  ])('%i declined and %i were replaced: %i more', (declined, replacements, size) => {
    const asked = { lastWaveAt: minutesFromNow(-2), declined, replacements }
    const wave = plan(donors(100), { asked })
    expect(wave).toMatchObject({ kind: 'replacement', size, nextWaveAt: minutesFromNow(3) })
    expect(wave.chosen).toHaveLength(size)
  })

  test('a small pool is not asked as a whole to replace one', () => {
    const asked = { lastWaveAt: minutesFromNow(-2), declined: 1 }
    expect(plan(donors(10), { asked }).chosen).toHaveLength(1)
  })

  test('nobody replaces them when there are enough offers', () => {
    const asked = { lastWaveAt: minutesFromNow(-2), declined: 5 }
    expect(plan(donors(100), { asked, bloodRequest: { offersStanding: 2 } }).chosen).toEqual([])
  })
})

describe('a new requester', () => {
  test.each([
    [false, 0, 8],
    [false, 5, 3],
    [false, 8, 0],
    [false, 30, 0],
    [true, 30, 16],
  ])('with an offer before: %s, after %i alerts: %i', (hasHadOffer, alerts, size) => {
    const wave = plan(donors(100), { requester: { hasHadOffer, alerts } })
    expect(wave.chosen).toHaveLength(size)
    if (size === 0) expect(wave.nextWaveAt).toBeNull()
  })

  test('a small pool is not asked as a whole', () => {
    expect(plan(donors(15), { requester: { hasHadOffer: false, alerts: 2 } }).chosen).toHaveLength(6)
  })

  test('between two waves nobody is asked without a decline, whatever was asked before', () => {
    const asked = { lastWaveAt: minutesFromNow(-2) }
    const wave = plan(donors(100), { requester: { hasHadOffer: false, alerts: 30 }, asked })
    expect(wave.chosen).toEqual([])
  })
})

describe('a small pool', () => {
  test.each([
    [0, 0, true],
    [1, 1, true],
    [15, 15, true],
    [16, 4, false],
  ])('of %i donors: %i are asked', (count, size, isExhausted) => {
    const wave = plan(donors(count), { bloodRequest: { urgency: 'moderate' } })
    expect(wave.chosen).toHaveLength(size)
    expect(wave.isExhausted).toBe(isExhausted)
  })

  test.each([
    [15, true],
    [16, true],
    [17, false],
  ])('16 of %i donors are asked: exhausted is %s', (count, isExhausted) => {
    expect(plan(donors(count)).isExhausted).toBe(isExhausted)
  })

  test('a pool is not exhausted when nobody had to be asked', () => {
    expect(plan([], { bloodRequest: { offersStanding: 2 } }).isExhausted).toBe(false)
  })

  test('as many are read as shows whether there are more', () => {
    const read = (changes: Changes) => candidatesToRead(sizeWave(aSituation(changes)), POLICY)
    expect(read({ bloodRequest: { unitsNeeded: 4 } })).toBe(33)
    expect(read({ bloodRequest: { urgency: 'low' } })).toBe(16)
    expect(read({ bloodRequest: { offersStanding: 2 } })).toBe(0)
  })
})

describe('whom is asked first', () => {
  test.each<[BloodGroup, BloodGroup[]]>([
    ['A+', ['A+', 'A-', 'O+', 'O-']],
    ['B-', ['B-', 'O-']],
    ['O-', ['O-']],
    ['AB+', ['AB+', 'AB-']],
  ])('for %s donors of %j', (requiredBloodGroup, order) => {
    const possible = donorGroupsFor(requiredBloodGroup)
    const candidates = possible.toReversed().flatMap(group => donors(20, group))
    const wave = plan(candidates, { bloodRequest: { requiredBloodGroup, unitsNeeded: 4 } })
    const groups = [...new Set(wave.chosen.map(({ bloodGroup }) => bloodGroup))]
    expect(groups).toEqual(order.slice(0, 2))
    expect(possible.slice(0, order.length - 1)).toEqual(order.slice(0, -1))
  })

  test('O− comes last', () => {
    const candidates = [...donors(20, 'O-'), ...donors(2, 'O+'), ...donors(3, 'A+'), ...donors(2, 'A-')]
    const groups = plan(candidates).chosen.map(({ bloodGroup }) => bloodGroup)
    expect(groups).toEqual([
      ...['A+', 'A+', 'A+', 'A-', 'A-', 'O+', 'O+'],
      ...Array<BloodGroup>(9).fill('O-'),
    ])
  })

  test('within a group those who were asked least recently, and first of all those who never were', () => {
    const askedDaysAgo = (days: number) => ({
      ...{ userId: `${days}`, bloodGroup: 'A+' as const, lastAlertedAt: minutesFromNow(-days * 1440) },
    })
    const never = { userId: 'never', bloodGroup: 'A+' as const, lastAlertedAt: null }
    const wave = plan([...[3, 9, 5].map(askedDaysAgo), never])
    expect(idsOf(wave)).toEqual(['never', '9', '5', '3'])
  })

  test('chance decides between others, by the recorded seed', () => {
    const pool = donors(60)
    expect(idsOf(plan(pool, {}, 7))).toEqual(idsOf(plan(pool.toReversed(), {}, 7)))
    expect(idsOf(plan(pool, {}, 7))).not.toEqual(idsOf(plan(pool, {}, 8)))
    expect(idsOf(plan(pool, {}, 7))).not.toEqual(idsOf({ chosen: pool.slice(0, 16) }))
  })

  test('each donor is as likely as the others', () => {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 500; seed += 1)
      for (const id of idsOf(plan(donors(32), {}, seed))) counts.set(id, (counts.get(id) ?? 0) + 1)
    // Half of 500, give or take four standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - 250)).toBeLessThan(45)
    expect(counts.size).toBe(32)
  })
})

describe('whatever the situation', () => {
  const count = fc.integer({ min: 0, max: 60 })
  const time = fc.option(fc.integer({ min: -600, max: 0 }).map(minutesFromNow), { nil: null })
  const anySituation = fc.record({
    bloodRequest: fc.record({
      requiredBloodGroup: fc.constantFrom(...BLOOD_GROUPS),
      urgency: fc.constantFrom(...Urgency.options),
      unitsNeeded: fc.integer({ min: -1, max: 10 }),
      offersStanding: fc.integer({ min: 0, max: 12 }),
    }),
    asked: fc.record({ declined: count, replacements: count, lastWaveAt: time, sinceLastWave: count }),
    requester: fc.record({ hasHadOffer: fc.boolean(), alerts: count }),
    ...{ policy: fc.constantFrom(POLICY, DEFAULT_POLICY), now: fc.constant(NOW) },
    answerShare: fc.double({ min: 0.001, max: 1, noNaN: true }),
    quietUntil: fc.constantFrom(null, MORNING),
  })
  const anyPool = (group: BloodGroup) =>
    fc
      .uniqueArray(fc.record({ userId: fc.uuid(), lastAlertedAt: time, at: fc.nat() }), {
        ...{ selector: ({ userId }) => userId, maxLength: 50 },
      })
      .map(pool =>
        pool.map(({ at, ...donor }) => {
          const groups = donorGroupsFor(group)
          return { ...donor, bloodGroup: groups[at % groups.length] as BloodGroup }
        }),
      )
  const anyChoice = anySituation.chain(situation =>
    fc
      .record({ candidates: anyPool(situation.bloodRequest.requiredBloodGroup), seed: fc.nat() })
      .map(more => ({
        ...situation,
        ...more,
      })),
  )

  test('nobody is asked twice, and nobody who is not a candidate', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const ids = idsOf(planWave(choice))
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(choice.candidates.some(({ userId }) => userId === id)).toBe(true)
      }),
    )
  })

  test('the limits of a wave, of a new requester, of enough offers and of quiet hours are held', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const { bloodRequest, requester, policy, asked, quietUntil } = choice
        const { size, kind, chosen } = planWave(choice)
        const wave = policy.waves[bloodRequest.urgency]
        expect(size).toBeGreaterThanOrEqual(0)
        if (kind === 'wave') expect(chosen.length).toBeLessThanOrEqual(Math.max(wave.max, policy.smallPool))
        else expect(chosen.length).toBeLessThanOrEqual(Math.max(0, asked.declined - asked.replacements))
        if (!requester.hasHadOffer)
          expect(chosen.length).toBeLessThanOrEqual(Math.max(0, policy.newRequesterAlerts - requester.alerts))
        const hasEnough = bloodRequest.offersStanding >= bloodRequest.unitsNeeded + wave.backupOffers
        if (hasEnough || (quietUntil && bloodRequest.urgency !== 'urgent')) expect(chosen).toEqual([])
      }),
    )
  })

  test('the planner looks again later, or only after an answer', () => {
    fc.assert(
      fc.property(anySituation, situation => {
        const { nextWaveAt } = sizeWave(situation)
        if (nextWaveAt) expect(nextWaveAt.getTime()).toBeGreaterThan(NOW.getTime())
      }),
    )
  })

  test('nobody who was left out comes before somebody who was asked', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const { chosen } = planWave(choice)
        const groups = donorGroupsFor(choice.bloodRequest.requiredBloodGroup)
        const rankOf = ({ bloodGroup, lastAlertedAt }: Candidate) =>
          groups.indexOf(bloodGroup) * 1e15 + (lastAlertedAt?.getTime() ?? 0)
        const worst = Math.max(-1, ...chosen.map(rankOf))
        for (const left of choice.candidates.filter(candidate => !chosen.includes(candidate)))
          expect(rankOf(left)).toBeGreaterThanOrEqual(chosen.length === 0 ? 0 : worst)
      }),
    )
  })

  test('a pool is called exhausted exactly when donors were needed and everybody is asked', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const { size, chosen, isExhausted } = planWave(choice)
        expect(isExhausted).toBe(size > 0 && chosen.length === choice.candidates.length)
      }),
    )
  })
})
