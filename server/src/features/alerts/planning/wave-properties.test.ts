import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../../config/alert-policy.ts'
import { MORNING, minutesFromNow, NOW, POLICY } from '../../../testing/alerts/waves.ts'
import { planWave, sizeWave } from './plan-wave.ts'

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

  test('nobody is asked twice, and nobody who is not a candidate', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const { chosen: ids } = planWave(choice)
        expect(new Set(ids).size).toBe(ids.length)
        const candidates = choice.candidates.map(({ userId }) => userId)
        for (const id of ids) expect(candidates).toContain(id)
      }),
    )
  })

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

  test('those who are asked come before those who are left out', () => {
    fc.assert(
      fc.property(anyChoice, choice => {
        const { chosen } = planWave(choice)
        expect(chosen).toEqual(choice.candidates.slice(0, chosen.length).map(({ userId }) => userId))
      }),
    )
  })
})
