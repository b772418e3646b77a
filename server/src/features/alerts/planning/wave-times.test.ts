import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { describe, expect, test } from 'vitest'
import { aSituation, donors, MORNING, minutesFromNow, plan } from '../../../testing/alerts/waves.ts'
import { sizeWave } from './plan-wave.ts'

describe('when the next donors are asked', () => {
  test.each<[Urgency, number]>([
    ['urgent', 5],
    ['moderate', 30],
    ['low', 240],
  ])('%s: after %i minutes', (urgency, minutes) => {
    const plan = (lastWaveAt: Date) =>
      sizeWave(aSituation({ bloodRequest: { urgency }, asked: { lastWaveAt } }))
    expect(sizeWave(aSituation({ bloodRequest: { urgency } })).nextWaveAt).toEqual(minutesFromNow(minutes))
    expect(plan(minutesFromNow(-minutes))).toMatchObject({
      kind: 'wave',
      nextWaveAt: minutesFromNow(minutes),
    })
    expect(plan(minutesFromNow(1 - minutes))).toMatchObject({
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
