import { describe, expect, test } from 'vitest'
import { aSituation, donors, POLICY, plan, type SituationChanges } from '../../../testing/alerts/waves.ts'
import { candidatesToRead, sizeWave } from './plan-wave.ts'

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
    const read = (changes: SituationChanges) => candidatesToRead(sizeWave(aSituation(changes)), POLICY)
    expect(read({ bloodRequest: { unitsNeeded: 4 } })).toBe(33)
    expect(read({ bloodRequest: { urgency: 'low' } })).toBe(16)
    expect(read({ bloodRequest: { offersStanding: 2 } })).toBe(0)
  })
})
