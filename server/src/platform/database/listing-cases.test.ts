import { expect, test } from 'vitest'
import { casesOf } from './listing-cases.ts'

const FILTERS = { status: ['active', 'closed'], isUrgent: [true, false], group: ['A', 'B', 'O'] }

test('a list that is not filtered is one', () => {
  expect(casesOf(FILTERS, {}, null)).toEqual([{}])
  expect(casesOf(FILTERS, { search: 'rima' }, null)).toEqual([{}])
})

test('a filtered list has a case for every way to fill the other columns', () => {
  expect(casesOf(FILTERS, { status: 'active', group: 'O' }, null)).toEqual([
    { isUrgent: true },
    { isUrgent: false },
  ])
  expect(casesOf(FILTERS, { isUrgent: false }, null)).toHaveLength(6)
})

test('a list with all filters set is one', () => {
  expect(casesOf(FILTERS, { status: 'active', isUrgent: false, group: 'O' }, null)).toEqual([{}])
})

test('sorted by a column of the filters, its values are no cases', () => {
  expect(casesOf(FILTERS, {}, 'group')).toHaveLength(4)
  expect(casesOf(FILTERS, { status: 'active' }, 'group')).toEqual([{ isUrgent: true }, { isUrgent: false }])
})
