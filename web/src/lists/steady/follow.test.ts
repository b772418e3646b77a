import { expect, test } from 'vitest'
import { follow, showAll } from './follow.ts'

/** A list of records, one letter each; a capital letter is the same record with another status. */
const list = (letters: string, { total = letters.replaceAll('|', '').length } = {}) => ({
  pages: letters.split('|').map(page => [...page].map(status => ({ id: status.toLowerCase(), status }))),
  total,
})

test.each([
  // on the screen, fetched, then on the screen, waiting, gone, total
  ['nothing has changed', 'abc', 'abc', 'abc', 0, '', 3],
  ['a record changes in its place', 'abc', 'aBc', 'aBc', 0, '', 3],
  ['new records at the beginning wait', 'abc', 'xyabc', 'abc', 2, '', 3],
  ['a new record in between waits', 'abc', 'abxc', 'abc', 1, '', 3],
  ['new records at the end are added', 'abc', 'abcxy', 'abc|xy', 0, '', 5],
  ['a record that has left the list stays', 'abc', 'ac', 'abc', 0, 'b', 3],
  ['so does the last one', 'abc', 'ab', 'abc', 0, 'c', 3],
  ['some leave and others arrive', 'abc', 'xaCy', 'abC|y', 1, 'b', 4],
  ['all are replaced', 'ab', 'xy', 'ab', 2, 'ab', 2],
  ['an empty list is filled', '', 'xy', 'xy', 0, '', 2],
  ['a list on two pages', 'ab|cd', 'xab|Cd', 'ab|Cd', 1, '', 4],
  ['a list in another order stays in order', 'abc', 'cab', 'abc', 0, '', 3],
])('%s', (_, before, after, expected, waiting, gone, total) => {
  expect(follow(showAll(list(before)), list(after))).toEqual({
    pages: list(expected).pages,
    total,
    waiting,
    goneIds: new Set(gone),
  })
})

test('a record that new ones have pushed to a page that is not fetched is not gone', () => {
  const shown = showAll(list('abcd', { total: 9 }))
  expect(follow(shown, list('xyab', { total: 11 }))).toMatchObject({
    waiting: 2,
    goneIds: new Set(),
    total: 9,
  })
})

test('a record that has left the list can come back', () => {
  const without = follow(showAll(list('abc')), list('ac'))
  expect(follow(without, list('aBc'))).toMatchObject({ ...list('aBc'), goneIds: new Set() })
})

test('a page without changes is the same page, so that it is not rendered again', () => {
  const shown = showAll(list('ab|cd'))
  const fetched = { pages: shown.pages.map(page => [...page]), total: 4 }
  expect(follow(shown, fetched).pages[0]).toBe(shown.pages[0])
})
