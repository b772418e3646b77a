import { describe, expect, test } from 'vitest'
import {
  aSituation,
  donors,
  minutesFromNow,
  POLICY,
  plan,
  type SituationChanges,
} from '../../../testing/alerts/waves.ts'
import { candidatesToRead, sizeWave } from './plan-wave.ts'

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

  test.each<[string, SituationChanges, number]>([
    ['without a record', { requester: { hasRecord: false } }, 8],
    ['for whom 57 donors were asked', { requester: { alerts: 57 } }, 3],
    ['for whom 60 donors were asked', { requester: { alerts: 60 } }, 0],
  ])('is asked within the limits of a requester %s', (_, changes, size) => {
    expect(plan(donors(10), changes).chosen).toHaveLength(size)
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
