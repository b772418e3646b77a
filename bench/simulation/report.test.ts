import { expect, test } from 'vitest'
import { compare, type Result, type Row, rankOf } from './measures.ts'

const row = (...minutes: number[]): Row => {
  const results = minutes.map((first): Result => {
    return {
      urgency: 'urgent',
      component: 'blood',
      hasFewDonors: false,
      first,
      enough: first,
      firstOnWall: first,
      isFilled: true,
      units: 1,
      unitsGiven: 1,
      calls: 0,
      callsOfCoordinators: 0,
      texts: 0,
    }
  })
  return { name: 'a scenario', campuses: 1, results, donors: [] }
}

const CALLER = row(30, 30, 30, 30, 30, 30, 30, 30, 120, Number.POSITIVE_INFINITY)

test.each([
  ['a third', [10, 10, 10, 10, 10, 10, 10, 10, 40, 41], true],
  ['a slower median', [11, 11, 11, 11, 11, 11, 11, 11, 40, 41], false],
  ['a slower 90th percentile', [10, 10, 10, 10, 10, 10, 10, 10, 41, 41], false],
  ['one of ten never', [10, 10, 10, 10, 10, 10, 10, 10, 40, Number.POSITIVE_INFINITY], false],
])('%s: the goal is reached: %s', (_, minutes, isReached) => {
  expect(compare(row(...minutes), CALLER).hasReached).toBe(isReached)
})

test('requests that nobody answered count in the percentiles', () => {
  const minutes = [1, 2, 3, Number.POSITIVE_INFINITY]
  expect([0.5, 0.75, 0.9].map(share => rankOf(minutes, share))).toEqual([2, 3, Number.POSITIVE_INFINITY])
})
