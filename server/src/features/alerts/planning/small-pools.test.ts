import { describe, expect, test } from 'vitest'
import { aSituation, donors, POLICY, plan, type SituationChanges } from '../../../testing/alerts/waves.ts'
import { candidatesToRead, planWave, sizeWave } from './plan-wave.ts'

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
    expect(plan([], { bloodRequest: { unitsNeeded: 0 } }).isExhausted).toBe(false)
  })

  test.each<[string, SituationChanges, number]>([
    ['without a record', { requester: { hasRecord: false } }, 8],
    ['for whom 57 donors were asked', { requester: { alerts: 57 } }, 3],
    ['for whom 60 donors were asked', { requester: { alerts: 60 } }, 0],
  ])('is not exhausted for a requester %s, who reaches a limit', (_, changes, size) => {
    const wave = plan(donors(10), changes)
    expect(wave.chosen).toHaveLength(size)
    expect(wave.isExhausted).toBe(false)
  })

  test('is not exhausted while donors are left for requesters with a record', () => {
    const situation = { ...aSituation({ requester: { hasRecord: false } }), candidates: donors(3) }
    expect(planWave({ ...situation, hasReservedDonors: true }).isExhausted).toBe(false)
    expect(planWave({ ...situation, hasReservedDonors: false }).isExhausted).toBe(true)
  })

  test('as many are read as shows whether there are more', () => {
    const read = (changes: SituationChanges) => candidatesToRead(sizeWave(aSituation(changes)), POLICY)
    expect(read({ bloodRequest: { unitsNeeded: 4 } })).toBe(33)
    expect(read({ bloodRequest: { urgency: 'low' } })).toBe(16)
    expect(read({ bloodRequest: { unitsNeeded: 0 } })).toBe(0)
    expect(read({ requester: { alerts: 60 } })).toBe(0)
  })
})
