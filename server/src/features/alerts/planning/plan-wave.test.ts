import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AlertPolicy, DEFAULT_POLICY } from '../../../config/alert-policy.ts'
import { type Candidate, candidatesToRead, planWave, sizeWave, type WaveSituation } from './plan-wave.ts'

/** Noon, and the end of the quiet hours after it. */
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

/** What is different from `aSituation`. */
type SituationChanges = Partial<Omit<WaveSituation, 'bloodRequest' | 'asked' | 'requester'>> & {
  bloodRequest?: Partial<WaveSituation['bloodRequest']>
  asked?: Partial<WaveSituation['asked']>
  requester?: Partial<WaveSituation['requester']>
}

/** A new urgent request for one unit, of somebody with a record. */
const aSituation = ({ bloodRequest, asked, requester, ...more }: SituationChanges = {}): WaveSituation => ({
  bloodRequest: {
    urgency: 'urgent',
    unitsNeeded: 1,
    trustedOffers: 0,
    ...bloodRequest,
  },
  asked: {
    alerts: 0,
    declined: 0,
    replacements: 0,
    lastWaveAt: null,
    begunAt: null,
    sinceLastWave: 0,
    ...asked,
  },
  requester: { hasRecord: true, alerts: 0, leftForNew: null, ...requester },
  policy: POLICY,
  answerShare: 1 / 8,
  quietUntil: null,
  now: NOW,
  ...more,
})

/** Donors who may be asked. */
const donors = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({ userId: `donor ${at}`, mailbox: `donor${at}@example.edu` }))

/** Plans a wave of a situation. */
const plan = (candidates: Candidate[], changes: SituationChanges = {}) =>
  planWave({ ...aSituation(changes), candidates })

describe('how many donors are asked', () => {
  test.each<[Urgency, number, number, number]>([
    ['urgent', 1, 1 / 8, 16],
    ['urgent', 3, 1 / 8, 24],
    ['urgent', 4, 1 / 8, 32],
    ['urgent', 9, 1 / 8, 32],
    ['urgent', 1, 1 / 20, 20],
    ['urgent', 1, 1 / 100, 32],
    ['urgent', 2, 1, 16],
    ['moderate', 1, 1 / 8, 4],
    ['moderate', 3, 1 / 8, 12],
    ['moderate', 4, 1 / 8, 12],
    ['moderate', 1, 1 / 20, 10],
    ['moderate', 1, 1, 4],
    ['low', 2, 1 / 8, 6],
    ['low', 1, 1, 3],
    ['low', 9, 1 / 100, 6],
  ])('%s, %i units, and %f of the alerts are answered: %i', (urgency, unitsNeeded, answerShare, size) => {
    const wave = plan(donors(100), { bloodRequest: { urgency, unitsNeeded }, answerShare })
    expect(wave).toMatchObject({ kind: 'wave', size })
    expect(wave.chosen).toHaveLength(size)
  })

  const later = { lastWaveAt: minutesFromNow(-1_000) }

  test('in later waves only units without a trusted offer count', () => {
    const sizeWith = (trustedOffers: number) =>
      sizeWave(aSituation({ bloodRequest: { unitsNeeded: 4, trustedOffers }, asked: later })).size
    expect([0, 1, 2, 3].map(sizeWith)).toEqual([32, 24, 16, 16])
  })

  test('more than four units count as four, whatever share of the alerts is answered', () => {
    const sizeOf = (unitsNeeded: number) =>
      sizeWave(aSituation({ bloodRequest: { unitsNeeded }, answerShare: 1 / 5 })).size
    expect([3, 4, 5, 100].map(sizeOf)).toEqual([16, 20, 20, 20])
  })

  test.each(Urgency.options)('the first wave does not depend on offers: %s', urgency => {
    const sizeWith = (trustedOffers: number) =>
      sizeWave(aSituation({ bloodRequest: { urgency, unitsNeeded: 2, trustedOffers } })).size
    expect([1, 2, 3, 10].map(sizeWith)).toEqual(Array(4).fill(sizeWith(0)))
    const cutShort = { bloodRequest: { urgency, trustedOffers: 5 }, asked: { sinceLastWave: 1 } }
    expect(sizeWave(aSituation(cutShort)).size).toBeGreaterThan(0)
  })

  test.each<[Urgency, number, number, number]>([
    ['urgent', 1, 1, 16],
    ['urgent', 1, 2, 0],
    ['urgent', 3, 3, 16],
    ['urgent', 3, 4, 0],
    ['urgent', 10, 10, 16],
    ['urgent', 10, 11, 0],
    ['moderate', 2, 1, 4],
    ['moderate', 2, 2, 0],
    ['low', 1, 1, 0],
    ['low', 1, 3, 0],
  ])('a later wave, %s, %i units with %i trusted offers: %i', (urgency, unitsNeeded, trustedOffers, size) => {
    const wave = plan(donors(100), { bloodRequest: { urgency, unitsNeeded, trustedOffers }, asked: later })
    expect(wave.chosen).toHaveLength(size)
    if (size === 0) expect(wave.nextWaveAt).toBeNull()
  })

  test('donors who were asked while another planner was faster belong to the wave', () => {
    expect(sizeWave(aSituation({ asked: { sinceLastWave: 10 } })).size).toBe(6)
  })

  test('a wave that others cut short ends even if offers have made it smaller meanwhile', () => {
    const wave = plan(donors(100), {
      bloodRequest: { unitsNeeded: 4, trustedOffers: 3 },
      asked: { ...later, sinceLastWave: 20 },
    })
    expect(wave).toMatchObject({ kind: 'wave', size: 1, nextWaveAt: minutesFromNow(5) })
    expect(wave.chosen).toHaveLength(1)
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

  test('nobody replaces them when there are enough trusted offers', () => {
    const asked = { lastWaveAt: minutesFromNow(-2), declined: 5 }
    expect(plan(donors(100), { asked, bloodRequest: { trustedOffers: 2 } }).chosen).toEqual([])
  })
})

describe('the limits of a requester', () => {
  test.each([
    // Whether there is a record, trusted offers, asked for this request, asked in 24 hours, donors of the wave.
    [false, 0, 0, 0, 8],
    [false, 0, 5, 5, 3],
    [false, 0, 8, 8, 0],
    [false, 0, 9, 9, 0],
    [false, 0, 0, 50, 8],
    [false, 0, 0, 55, 5],
    [false, 0, 0, 60, 0],
    [false, 1, 8, 8, 16],
    [false, 1, 8, 55, 5],
    [true, 0, 30, 30, 16],
    [true, 0, 30, 50, 10],
    [true, 0, 0, 60, 0],
    [true, 0, 0, 70, 0],
  ])(
    'record %s, %i trusted offers, %i asked for the request and %i in 24 hours: %i',
    (hasRecord, trustedOffers, ofRequest, ofRequester, size) => {
      const wave = plan(donors(100), {
        bloodRequest: { trustedOffers },
        asked: { alerts: ofRequest },
        requester: { hasRecord, alerts: ofRequester },
      })
      expect(wave.chosen).toHaveLength(size)
      // A limit ends by itself.
      expect(wave.nextWaveAt).toEqual(minutesFromNow(5))
    },
  )

  test('between two waves nobody is asked without a decline, whatever was asked before', () => {
    const asked = { alerts: 30, lastWaveAt: minutesFromNow(-2) }
    expect(plan(donors(100), { requester: { hasRecord: false, alerts: 30 }, asked }).chosen).toEqual([])
  })

  test('whoever declines is replaced only within them', () => {
    const asked = { alerts: 7, declined: 3, lastWaveAt: minutesFromNow(-2) }
    expect(plan(donors(100), { requester: { hasRecord: false, alerts: 7 }, asked }).chosen).toHaveLength(1)
  })
})

describe('when the next donors are asked', () => {
  test.each<[Urgency, number]>([
    ['urgent', 5],
    ['moderate', 30],
    ['low', 240],
  ])('%s: after %i minutes', (urgency, minutes) => {
    const since = (lastWaveAt: Date) =>
      sizeWave(aSituation({ bloodRequest: { urgency }, asked: { lastWaveAt } }))
    expect(sizeWave(aSituation({ bloodRequest: { urgency } })).nextWaveAt).toEqual(minutesFromNow(minutes))
    expect(since(minutesFromNow(-minutes))).toMatchObject({
      kind: 'wave',
      nextWaveAt: minutesFromNow(minutes),
    })
    expect(since(minutesFromNow(1 - minutes))).toMatchObject({
      kind: 'replacement',
      size: 0,
      nextWaveAt: minutesFromNow(1),
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

  test('a request with enough trusted offers waits for an answer, not for the morning', () => {
    const bloodRequest = { urgency: 'low', trustedOffers: 1 } as const
    const asked = { lastWaveAt: minutesFromNow(-300) }
    expect(sizeWave(aSituation({ bloodRequest, asked, quietUntil: MORNING })).nextWaveAt).toBeNull()
  })
})

describe('a small pool', () => {
  test.each([
    [0, 0],
    [1, 1],
    [15, 15],
    [16, 4],
  ])('of %i donors: %i are asked', (count, size) => {
    const wave = plan(donors(count), { bloodRequest: { urgency: 'moderate' } })
    expect(wave.chosen).toHaveLength(size)
  })

  test('as many are read as shows whether there are more', () => {
    const read = (changes: SituationChanges) => candidatesToRead(sizeWave(aSituation(changes)), POLICY)
    expect(read({ bloodRequest: { unitsNeeded: 4 } })).toBe(32)
    expect(read({ bloodRequest: { urgency: 'low' } })).toBe(16)
    expect(read({ bloodRequest: { unitsNeeded: 0 } })).toBe(0)
    expect(read({ requester: { alerts: 60 } })).toBe(0)
  })
})

describe('where few people can be asked, nobody takes the place of a donor who declined', () => {
  const declined = { asked: { lastWaveAt: minutesFromNow(-2), declined: 1 } }
  const oneMailbox = (count: number) =>
    donors(count).map(({ userId }) => ({ userId, mailbox: 'eve@example.edu' }))

  test.each([
    ['nine people', donors(9), 0],
    ['ten people', donors(10), 1],
    ['nine people and many accounts of one of them', [...oneMailbox(20), ...donors(8)], 0],
  ])('%s', (_, candidates, size) => {
    expect(plan(candidates, declined).chosen).toHaveLength(size)
  })

  test('the next wave asks others', () => {
    const asked = { lastWaveAt: minutesFromNow(-5), declined: 1 }
    expect(plan(donors(3), { asked }).chosen).toHaveLength(3)
  })
})

describe('whatever the situation', () => {
  const count = fc.integer({ min: 0, max: 60 })
  const time = fc.option(fc.integer({ min: -600, max: 0 }).map(minutesFromNow), { nil: null })
  const anySituation = fc.record({
    bloodRequest: fc.record({
      urgency: fc.constantFrom(...Urgency.options),
      unitsNeeded: fc.integer({ min: -1, max: 10 }),
      trustedOffers: fc.integer({ min: 0, max: 12 }),
    }),
    asked: fc.record({
      alerts: count,
      declined: count,
      replacements: count,
      lastWaveAt: time,
      begunAt: time,
      sinceLastWave: count,
    }),
    requester: fc.record({
      hasRecord: fc.boolean(),
      alerts: fc.integer({ min: 0, max: 70 }),
      leftForNew: fc.option(fc.integer({ min: 0, max: 20 }), { nil: null }),
    }),
    policy: fc.constantFrom(POLICY, DEFAULT_POLICY),
    now: fc.constant(NOW),
    answerShare: fc.double({ min: 0.001, max: 1, noNaN: true }),
    quietUntil: fc.constantFrom(null, MORNING),
  })
  const anyChoice = fc
    .tuple(anySituation, fc.uniqueArray(fc.uuid(), { maxLength: 50 }))
    .map(([situation, ids]) => ({ ...situation, candidates: ids.map(id => ({ userId: id, mailbox: id })) }))

  test('the limits of a wave, of a requester, of enough trusted offers and of quiet hours are held', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const { bloodRequest, requester, policy, asked, quietUntil } = choice
        const { size, kind, chosen } = planWave(choice)
        const wave = policy.waves[bloodRequest.urgency]
        expect(size).toBeGreaterThanOrEqual(0)
        if (kind === 'wave') expect(chosen.length).toBeLessThanOrEqual(Math.max(wave.max, policy.smallPool))
        else expect(chosen.length).toBeLessThanOrEqual(Math.max(0, asked.declined - asked.replacements))
        expect(chosen.length).toBeLessThanOrEqual(Math.max(0, 60 - requester.alerts))
        expect(chosen.length).toBeLessThanOrEqual(requester.leftForNew ?? Number.POSITIVE_INFINITY)
        const { unitsNeeded, trustedOffers } = bloodRequest
        if (!requester.hasRecord && trustedOffers === 0)
          expect(chosen.length).toBeLessThanOrEqual(Math.max(0, policy.newRequesterAlerts - asked.alerts))
        const hasEnough = asked.lastWaveAt !== null && trustedOffers >= unitsNeeded + wave.backupOffers
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

  test('those who are asked are the first of the candidates, and so nobody else, and nobody twice', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const { chosen } = planWave(choice)
        expect(chosen).toEqual(choice.candidates.slice(0, chosen.length).map(({ userId }) => userId))
      }),
    )
  })
})
