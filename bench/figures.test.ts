import { expect, test } from 'vitest'
import { quantile } from './figures.ts'

test.each([
  [0.5, [3, 1, 2], 2],
  [0.5, [4, 1, 2, 3], 2.5],
  [0.99, [1, 2], 1.99],
  [1, [5, 9, 7], 9],
  [0, [5, 9, 7], 5],
])('the %d-quantile of %j is %d', (share, values, expected) => {
  expect(quantile(values, share)).toBeCloseTo(expected)
})
