import { expect, test } from 'vitest'
import { filterCombinations } from './filter-combinations.ts'

const FILTERS = { status: ['active', 'closed'], isUrgent: [true, false], group: ['A', 'B', 'O'] }

test('a list without filters is read in one piece', () => {
  expect(filterCombinations(FILTERS, {}, null)).toEqual([{}])
  expect(filterCombinations(FILTERS, { search: 'rima' }, null)).toEqual([{}])
})

test('a filtered list has one combination for each set of values of the other columns', () => {
  expect(filterCombinations(FILTERS, { status: 'active', group: 'O' }, null)).toEqual([
    { isUrgent: true },
    { isUrgent: false },
  ])
  expect(filterCombinations(FILTERS, { isUrgent: false }, null)).toHaveLength(6)
})

test('a list with all filters set is read in one piece', () => {
  expect(filterCombinations(FILTERS, { status: 'active', isUrgent: false, group: 'O' }, null)).toEqual([{}])
})

test('the values of the sort column are not part of the combinations', () => {
  expect(filterCombinations(FILTERS, {}, 'group')).toHaveLength(4)
  expect(filterCombinations(FILTERS, { status: 'active' }, 'group')).toEqual([
    { isUrgent: true },
    { isUrgent: false },
  ])
})
