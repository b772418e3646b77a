import { expect, test } from 'vitest'
import { filterCombinations } from './filter-combinations.ts'

const FILTERS = { status: ['active', 'closed'], isUrgent: [true, false], group: ['A', 'B', 'O'] }

test('a list that is not filtered is one', () => {
  expect(filterCombinations(FILTERS, {}, null)).toEqual([{}])
  expect(filterCombinations(FILTERS, { search: 'rima' }, null)).toEqual([{}])
})

test('a filtered list has a case for every way to fill the other columns', () => {
  expect(filterCombinations(FILTERS, { status: 'active', group: 'O' }, null)).toEqual([
    { isUrgent: true },
    { isUrgent: false },
  ])
  expect(filterCombinations(FILTERS, { isUrgent: false }, null)).toHaveLength(6)
})

test('a list with all filters set is one', () => {
  expect(filterCombinations(FILTERS, { status: 'active', isUrgent: false, group: 'O' }, null)).toEqual([{}])
})

test('sorted by a column of the filters, its values are no cases', () => {
  expect(filterCombinations(FILTERS, {}, 'group')).toHaveLength(4)
  expect(filterCombinations(FILTERS, { status: 'active' }, 'group')).toEqual([
    { isUrgent: true },
    { isUrgent: false },
  ])
})
