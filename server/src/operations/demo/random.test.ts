import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('the same seed gives the same values', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed)
    return [random.share(), random.whole(1, 6), random.digits(8), random.uuid()]
  }
  expect(draw(1901)).toEqual(draw(1901))
  expect(draw(1901)).not.toEqual(draw(1902))
})

test('whole numbers are evenly distributed and within their range', () => {
  const random = createRandom(1)
  const rolls = Array.from({ length: 6_000 }, () => random.whole(1, 6))
  expect(new Set(rolls)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  for (const face of [1, 2, 3, 4, 5, 6])
    expect(Math.abs(rolls.filter(roll => roll === face).length - 1_000)).toBeLessThan(120)
})

test('keys are drawn by their weights, and never with a weight of zero', () => {
  const random = createRandom(1)
  const keys = Array.from({ length: 4_000 }, () => random.weighted({ often: 3, seldom: 1, never: 0 }))
  expect(Math.abs(keys.filter(key => key === 'often').length - 3_000)).toBeLessThan(120)
  expect(keys).not.toContain('never')
})
