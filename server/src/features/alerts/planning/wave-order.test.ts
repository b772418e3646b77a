import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { describe, expect, test } from 'vitest'
import { donors, idsOf, minutesFromNow, plan } from '../../../testing/alerts/waves.ts'

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
