import { expect, test } from 'vitest'
import { firstOf } from './records.ts'

const PAGES = [['a', 'b', 'c'], ['d', 'e'], ['f']]

test.each([
  [0, []],
  [2, [['a', 'b']]],
  [3, [['a', 'b', 'c']]],
  [4, [['a', 'b', 'c'], ['d']]],
  [6, PAGES],
  [9, PAGES],
])('the pages are cut after %i records', (count, expected) => {
  expect(firstOf(PAGES, count)).toEqual(expected)
})

test('a page that is shown whole stays the same array, so that it is not rendered again', () => {
  expect(firstOf(PAGES, 4)[0]).toBe(PAGES[0])
})
