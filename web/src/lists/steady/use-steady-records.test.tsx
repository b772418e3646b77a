import { MutationObserver, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useSteadyRecords } from './use-steady-records.ts'

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
