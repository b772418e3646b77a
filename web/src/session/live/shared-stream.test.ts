import { MINUTE_MS } from '@blood-bank/contract/durations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubEventSources } from '../../testing/event-source.ts'
import { startRefusingBrowser } from '../../testing/refusing-browser.ts'
import { shareStream } from './shared-stream.ts'
import type { Signal } from './stream.ts'

type Waiting = { grant: () => void }
type Held = { fail: (error: Error) => void }

/** Web Locks with one lock: the first who asks holds it, the next waits, and a thief takes it from its holder. */
function stubLocks() {
  const queue: Waiting[] = []
  let held: Held | null = null

  function next() {
    if (held === null) queue.shift()?.grant()
  }

  const request = (_: string, { steal = false, signal }: LockOptions, use: () => Promise<void> | undefined) =>
    new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => reject(error)
      const waiting: Waiting = {
        grant: () => {
          const mine: Held = { fail }
          held = mine
          void Promise.resolve(use()).then(() => {
            resolve()
            if (held === mine) held = null
            next()
          })
        },
      }
      signal?.addEventListener('abort', () => {
        if (!queue.includes(waiting)) return
        queue.splice(queue.indexOf(waiting), 1)
        fail(new DOMException('Stopped waiting.', 'AbortError'))
      })
      if (!steal) queue.push(waiting)
      else {
        held?.fail(new DOMException('The lock was stolen.', 'AbortError'))
        waiting.grant()
      }
      next()
    })
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
}

/** Broadcast channels that deliver at once. */
function stubChannels() {
  const open = new Set<StubChannel>()
  class StubChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null
    readonly name: string

    constructor(name: string) {
      this.name = name
      open.add(this)
    }

    postMessage(data: unknown) {
      if (!open.has(this)) throw new DOMException('The channel is closed.', 'InvalidStateError')
      for (const other of open) if (other !== this && other.name === this.name) other.onmessage?.({ data })
    }

    close() {
      open.delete(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', StubChannel)
}

/** Gives the browser of a test what its tabs share: a lock and channels. */
function stubBrowserOfTabs() {
  stubLocks()
  stubChannels()
}

const HINT = { kind: 'hint', lists: ['own-offers'] }
const ends: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  stubBrowserOfTabs()
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A tab that listens. `heard` returns what it has heard since the last time. */
async function createTab(person = 'rima') {
  const signals: Signal[] = []
  const end = shareStream(person, signal => signals.push(signal))
  ends.push(end)
  await pass(0)
  return { end, heard: () => signals.splice(0) }
}

async function createTabs() {
  const streams = stubEventSources()
  const tabs = { first: await createTab(), second: await createTab() }
  const activeStreams = () => streams.filter(({ isClosed }) => !isClosed)
  const last = () => streams.at(-1) ?? expect.fail('no stream')
  last().send('open')
  for (const tab of Object.values(tabs)) tab.heard()
  return { ...tabs, streams, activeStreams, last }
}

test('the first tab reads the stream and tells the others', async () => {
  const { first, second, streams, last } = await createTabs()
  last().send('hint', '["own-offers"]')
  expect([first.heard(), second.heard()]).toEqual([[HINT], [HINT]])
  expect(streams).toHaveLength(1)
})

test('a tab that opens later fetches what changed before it listened', async () => {
  await createTabs()
  const third = await createTab()
  expect(third.heard()).toEqual([{ kind: 'resync' }])
})

test('when the reading tab closes, the next one connects, and the closed one hears nothing more', async () => {
  const { first, second, activeStreams, streams, last } = await createTabs()
  first.end()
  await pass(0)
  expect([streams.length, activeStreams()]).toEqual([2, [last()]])
  last().send('resync')
  expect([first.heard(), second.heard()]).toEqual([[], [{ kind: 'resync' }]])
})

test('a tab that closed while it waited does not connect', async () => {
  const { first, second, streams } = await createTabs()
  second.end()
  first.end()
  await pass(MINUTE_MS)
  expect([streams.length, streams[0]?.isClosed]).toEqual([1, true])
})

/** After this long without a sign of life of the reading tab, another one takes over. */
const FROZEN_MS = 85_000

test('a tab that is shown takes over from a frozen one, and gives way in turn', async () => {
  const { first, second, streams, activeStreams, last } = await createTabs()
  // Nothing reaches the reading tab, so it passes nothing on. Meanwhile it connects again itself.
  await pass(FROZEN_MS)
  expect([streams.length, activeStreams()]).toEqual([3, [last()]])
  last().send('hint', '["own-offers"]')
  expect([first.heard(), second.heard()]).toEqual([[HINT], [HINT]])
  second.end()
  await pass(0)
  expect(activeStreams()).toEqual([last()])
  last().send('hint', '["own-offers"]')
  expect([first.heard(), second.heard()]).toEqual([[HINT], []])
})

test('a hidden tab does not take over', async () => {
  const { streams } = await createTabs()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(FROZEN_MS)
  expect(streams).toHaveLength(2)
})

test('every tab learns that the session has ended', async () => {
  const { first, second, last } = await createTabs()
  last().send('bye', 'session-ended')
  expect([first.heard(), second.heard()]).toEqual([[{ kind: 'ended' }], [{ kind: 'ended' }]])
})

test('tabs of different people share nothing', async () => {
  const { last } = await createTabs()
  const other = await createTab('karim')
  last().send('hint', '["own-offers"]')
  expect(other.heard()).toEqual([])
})

test.each(['throwing', 'rejecting'] as const)(
  'where the browser refuses locks (%s), the tab polls and asks for none again',
  async how => {
    vi.unstubAllGlobals()
    const { asked, end } = startRefusingBrowser(how)
    ends.push(end)
    vi.stubGlobal('fetch', async () => new Response())
    const streams = stubEventSources()
    const tab = await createTab()
    const askedAtFirst = asked.length
    await pass(2 * MINUTE_MS)
    expect([asked.length, streams.length]).toEqual([askedAtFirst, 0])
    expect(tab.heard()).toEqual(Array(4).fill({ kind: 'resync' }))
    tab.end()
    await pass(MINUTE_MS)
    expect(tab.heard()).toEqual([])
  },
)
