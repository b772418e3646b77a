import { beforeEach, expect, test, vi } from 'vitest'
import { prefetchPages } from './background.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act, 50))
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Scripts that arrive when told. */
function createScripts() {
  const requested: string[] = []
  const arrivals: PromiseWithResolvers<void>[] = []
  const load = (name: string) => () => {
    requested.push(name)
    const arrival = Promise.withResolvers<void>()
    arrivals.push(arrival)
    return arrival.promise
  }
  return { requested, arrivals, loads: ['dashboard', 'search', 'help'].map(load) }
}

test('scripts of other pages are fetched one after the other, a while after the page', async () => {
  const { requested, arrivals, loads } = createScripts()
  prefetchPages(loads)
  await pass(2_000)
  expect(requested).toEqual([])
  await pass(2_000)
  expect(requested).toEqual(['dashboard'])
  arrivals[0]?.resolve()
  await pass(100)
  expect(requested).toEqual(['dashboard', 'search'])
})

test('after a script that fails, or once the page is left, no more are fetched', async () => {
  const failing = createScripts()
  prefetchPages(failing.loads)
  const left = createScripts()
  const leave = prefetchPages(left.loads)
  await pass(4_000)
  failing.arrivals[0]?.reject(new TypeError('Failed to fetch'))
  leave()
  left.arrivals[0]?.resolve()
  await pass(10_000)
  expect([failing.requested, left.requested]).toEqual([['dashboard'], ['dashboard']])
})

test.each([
  ['saves data', { saveData: true }],
  ['has a slow connection', { effectiveType: 'slow-2g' }],
])('nothing is fetched for somebody who %s', async (_, connection) => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }))
  const { requested, loads } = createScripts()
  prefetchPages(loads)
  await pass(10_000)
  expect(requested).toEqual([])
})
