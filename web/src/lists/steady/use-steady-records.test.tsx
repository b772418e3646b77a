import { MutationObserver, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { follow, showAll, useSteadyRecords } from './use-steady-records.ts'

const recordsOf = (letters: string) => ({
  pages: [[...letters].map(id => ({ id }))],
  total: letters.length,
})
const OLD = recordsOf('ab')
const NEW = recordsOf('xab')

/** A list that shows `OLD`, as fetched at a time or from the cache. */
function showList({ dataUpdatedAt = 0, isFetchedAfterMount = true } = {}) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const initialProps = { data: OLD, dataUpdatedAt, isFetchedAfterMount, isPlaceholderData: false }
  const { result, rerender } = renderHook(list => useSteadyRecords(list, ['requests']), {
    wrapper,
    initialProps,
  })
  const arrive = (data: typeof OLD, at: number) => {
    rerender({ ...initialProps, data, dataUpdatedAt: at, isFetchedAfterMount: true })
    return result.current.data?.waiting
  }
  return { client, arrive }
}

test('what the cache had is replaced when the page opens; after that new records wait', () => {
  expect(showList({ isFetchedAfterMount: false }).arrive(NEW, 1)).toBe(0)
  expect(showList().arrive(NEW, 1)).toBe(1)
})

test('new records also wait if the page opened with a list that had not changed', () => {
  const { arrive } = showList({ isFetchedAfterMount: false })
  expect(arrive(OLD, 1)).toBe(0)
  expect(arrive(NEW, 2)).toBe(1)
})

test('an action of somebody who works through the list leaves the records in their places', async () => {
  const { client, arrive } = showList({ dataUpdatedAt: Date.now() - 1_000 })
  await new MutationObserver(client, { mutationFn: async () => {}, meta: { keepsPlaces: true } }).mutate()
  expect(arrive(NEW, Date.now() + 1_000)).toBe(1)
})

test('an action shows the list as it is then, also if nothing changed, and later records wait again', async () => {
  const { client, arrive } = showList({ dataUpdatedAt: Date.now() - 1_000 })
  await new MutationObserver(client, { mutationFn: async () => {} }).mutate()
  expect(arrive(OLD, Date.now() + 1_000)).toBe(0)
  expect(arrive(NEW, Date.now() + 2_000)).toBe(1)
})

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
