import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { LiveList } from '@blood-bank/contract/live/endpoints'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher, whileInUse } from './live-updates.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function startPage(isHidden = () => false) {
  vi.spyOn(document, 'hidden', 'get').mockImplementation(isHidden)
  const client = new QueryClient()
  const fetched: string[] = []
  const show = (name: string, live: readonly LiveList[] = [], isAwaited = false) =>
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: async () => {
        fetched.push(name)
        return name
      },
      meta: { live, isAwaited },
    }).subscribe(() => {})
  show('offers', ['own-offers'])
  show('requests', ['own-blood-requests', 'active-blood-requests'])
  show('session')
  await pass(0)
  fetched.length = 0
  return { ...createRefresher(client), client, fetched, show }
}

test('only the lists that a hint names are fetched again, once for many hints', async () => {
  const { refresh, fetched } = await startPage()
  for (let hint = 0; hint < 20; hint += 1) refresh(['active-blood-requests', 'overview'])
  await pass(1_000)
  expect(fetched).toEqual(['requests'])
})

test('after a gap all lists are fetched again, and nothing else', async () => {
  const { refresh, fetched } = await startPage()
  refresh(null)
  await pass(1_000)
  expect(fetched).toEqual(['offers', 'requests'])
})

test('at a time of many changes a list is fetched every few seconds', async () => {
  const { refresh, fetched } = await startPage()
  for (let second = 0; second < 60; second += 0.5) {
    refresh(['own-offers'])
    await pass(500)
  }
  expect(fetched.length).toBeGreaterThan(15)
  expect(fetched.length).toBeLessThan(62)
})

test('a hidden tab fetches its lists when it is shown', async () => {
  let isHidden = true
  const { refresh, fetched } = await startPage(() => isHidden)
  refresh(['own-offers'])
  await pass(MINUTE_MS)
  expect(fetched).toEqual([])
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(1_000)
  expect(fetched).toEqual(['offers'])
})

test('a list that somebody may wait for is fetched in a hidden tab, too', async () => {
  const { refresh, fetched, show } = await startPage(() => true)
  show('own', ['own-blood-requests'], true)
  await pass(0)
  fetched.length = 0
  refresh(['own-blood-requests'])
  await pass(1_000)
  expect(fetched).toEqual(['own'])
})

test('while an action such as signing out is pending nothing is fetched', async () => {
  const { client, refresh, fetched } = await startPage()
  const reply = Promise.withResolvers<void>()
  const action = new MutationObserver(client, { mutationFn: () => reply.promise }).mutate()
  refresh(['own-offers'])
  await pass(10_000)
  expect(fetched).toEqual([])
  reply.resolve()
  await action
  await pass(1_000)
  expect(fetched).toEqual(['offers'])
})

const dispatch = (event: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(event), { persisted }))
const leavePage = () => dispatch('pagehide', true)
const showPage = (persisted: boolean) => dispatch('pageshow', persisted)

function use() {
  const ends: ReturnType<typeof vi.fn>[] = []
  const start = vi.fn(() => {
    const end = vi.fn()
    ends.push(end)
    return end
  })
  return { stop: whileInUse(start), start, ends }
}

test('a page that is left ends what it runs, and starts it again when somebody goes back to it', () => {
  const { stop, start, ends } = use()
  showPage(false)
  expect(start).toHaveBeenCalledTimes(1)
  leavePage()
  expect(ends[0]).toHaveBeenCalledOnce()
  showPage(true)
  expect(start).toHaveBeenCalledTimes(2)
  expect(ends[1]).not.toHaveBeenCalled()
  stop()
  expect(ends[1]).toHaveBeenCalledOnce()
})
