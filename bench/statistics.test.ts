import { expect, test } from 'vitest'
import { quantile, ratioOf, spreadOf } from './statistics.ts'

test.each([
  [0.5, [3, 1, 2], 2],
  [0.5, [4, 1, 2, 3], 2.5],
  [0.99, [1, 2], 1.99],
  [1, [5, 9, 7], 9],
  [0, [5, 9, 7], 5],
])('below the %d-quantile of %j lies that share of them', (share, values, expected) => {
  expect(quantile(values, share)).toBeCloseTo(expected)
})

test('the middle of ten or more is not taken in the order of their letters', () => {
  expect(spreadOf([100, 9, 20])).toEqual({ median: 20, least: 9, most: 100 })
})

test('nothing has no middle', () => {
  expect(quantile([], 0.5)).toBeNaN()
})

test('each round is compared with itself, so that a slow machine is no difference', () => {
  expect(ratioOf([100, 10, 50], [200, 20, 100])).toEqual({ median: 0.5, least: 0.5, most: 0.5 })
  expect(ratioOf([30, 20, 10], [10, 10, 10])).toEqual({ median: 2, least: 1, most: 3 })
})

test('what was not measured on both sides has no ratio', () => {
  expect(ratioOf([1, 2], []).median).toBeNaN()
})
