import { expect, test } from 'vitest'
import { friendly } from './campus-figures.ts'

test.each([
  [0, null],
  [9, null],
  [10, 10],
  [99, 90],
  [100, 100],
  [249, 200],
  [999, 950],
  [1_234, 1_200],
])('of %i the campus hears %s', (count, heard) => {
  expect(friendly(count)).toBe(heard)
})
