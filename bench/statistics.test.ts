import { expect, test } from 'vitest'
import { quantile, ratioOf, spreadOf } from './statistics.ts'

test.each([
  [0.5, [3, 1, 2], 2],
  [0.5, [4, 1, 2, 3], 2.5],
  [0.99, [1, 2], 1.99],
  [1, [5, 9, 7], 9],
  [0, [5, 9, 7], 5],
])('the %d-quantile of %j is %d', (share, values, expected) => {
  expect(quantile(values, share)).toBeCloseTo(expected)
})

test('values are sorted as numbers, not as text', () => {
  expect(spreadOf([100, 9, 20])).toEqual({ median: 20, min: 9, max: 100 })
})

test('the quantile of no values is NaN', () => {
  expect(quantile([], 0.5)).toBeNaN()
})

test('ratios are computed per round, so that a slow machine makes no difference', () => {
  expect(ratioOf([100, 10, 50], [200, 20, 100])).toEqual({ median: 0.5, min: 0.5, max: 0.5 })
  expect(ratioOf([30, 20, 10], [10, 10, 10])).toEqual({ median: 2, min: 1, max: 3 })
})

test('without values on both sides there is no ratio', () => {
  expect(ratioOf([1, 2], []).median).toBeNaN()
})
