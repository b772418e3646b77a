import { expect, test } from 'vitest'
import { inWords, quantile, ratiosOf, verdictOf } from './figures.ts'

test.each([
  [0.5, [3, 1, 2], 2],
  [0.5, [4, 1, 2, 3], 2.5],
  [0.99, [1, 2], 1.99],
  [1, [5, 9, 7], 9],
  [0, [5, 9, 7], 5],
])('the %d-quantile of %j is %d', (share, values, expected) => {
  expect(quantile(values, share)).toBeCloseTo(expected)
})

test('values are sorted as numbers, not as text, and shown with their range', () => {
  expect(inWords([100, 9, 20], String)).toBe('20 (9–100)')
  expect(inWords([7, 7], String)).toBe('7')
  expect(inWords([], String)).toBe('–')
})

test('ratios are computed per round, so that a slow machine makes no difference', () => {
  expect(ratiosOf([100, 10, 50], [200, 20, 100])).toEqual([0.5, 0.5, 0.5])
  expect(ratiosOf([1, 2], [])).toEqual([])
})

test.each([
  [0.99, '**neither**'],
  [1, 'floor'],
  [1.99, 'floor'],
  [2, 'goal'],
  [Number.NaN, '–'],
])('%d times as fast as the plain server, of a floor of 1 and a goal of 2: %s', (ratio, verdict) => {
  expect(verdictOf({ floor: 1, goal: 2 }, ratio)).toBe(verdict)
})
