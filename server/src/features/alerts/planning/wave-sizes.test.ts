import { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { describe, expect, test } from 'vitest'
import { aSituation, donors, minutesFromNow, plan } from '../../../testing/alerts/waves.ts'
import { sizeWave } from './plan-wave.ts'

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

  test('nobody is asked when all units were given', () => {
    expect(plan(donors(100), { bloodRequest: { unitsNeeded: 0 } })).toMatchObject({
      size: 0,
      nextWaveAt: null,
    })
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

  test('a small pool is not asked as a whole to replace one', () => {
    const asked = { lastWaveAt: minutesFromNow(-2), declined: 1 }
    expect(plan(donors(10), { asked }).chosen).toHaveLength(1)
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
