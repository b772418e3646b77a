import type { Urgency } from '@blood-bank/contract/blood-requests'
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
