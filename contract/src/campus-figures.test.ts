import { expect, test } from 'vitest'
import { roundFigure } from './campus-figures.ts'

test.each([
  [0, null],
  [9, null],
  [10, 10],
  [99, 90],
  [100, 100],
  [249, 200],
  [999, 950],
  [1_234, 1_200],
])('%i is shown as %s', (count, shown) => {
  expect(roundFigure(count)).toBe(shown)
})
