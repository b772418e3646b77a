import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserOfTabs } from '../testing/browser-tabs.ts'
import { stubEventSources } from '../testing/event-source.ts'
import { shareStream } from './shared-stream.ts'
import type { Signal } from './stream.ts'

const MINUTE_MS = 60_000
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
async function openTab(person = 'rima') {
  const signals: Signal[] = []
  const end = shareStream(person, signal => signals.push(signal))
  ends.push(end)
  await pass(0)
  return { end, heard: () => signals.splice(0) }
}

async function openTabs() {
  const streams = stubEventSources()
  const tabs = { first: await openTab(), second: await openTab() }
  const openStreams = () => streams.filter(({ isClosed }) => !isClosed)
  const last = () => streams.at(-1) ?? expect.fail('no stream')
  last().send('open')
  for (const tab of Object.values(tabs)) tab.heard()
  return { ...tabs, streams, openStreams, last }
}

test('the first tab reads the stream and tells the others', async () => {
  const { first, second, streams, last } = await openTabs()
  last().send('hint', '["own-offers"]')
  expect([first.heard(), second.heard()]).toEqual([[HINT], [HINT]])
  expect(streams).toHaveLength(1)
})

test('a tab that opens later fetches what changed before it listened', async () => {
  await openTabs()
  const third = await openTab()
  expect(third.heard()).toEqual([{ kind: 'resync' }])
})

test('when the reading tab closes, the next one connects, and the closed one hears nothing more', async () => {
  const { first, second, openStreams, streams, last } = await openTabs()
  first.end()
  await pass(0)
  expect([streams.length, openStreams()]).toEqual([2, [last()]])
  last().send('open')
  expect([first.heard(), second.heard()]).toEqual([[], [{ kind: 'resync' }]])
})

test('a tab that closed while it waited does not connect', async () => {
  const { first, second, streams } = await openTabs()
  second.end()
  first.end()
  await pass(MINUTE_MS)
  expect([streams.length, streams[0]?.isClosed]).toEqual([1, true])
})

/** After this long without a sign of life of the reading tab, another one takes over. */
const FROZEN_MS = 85_000

test('a tab that is shown takes over from a frozen one, and gives way in turn', async () => {
  const { first, second, streams, openStreams, last } = await openTabs()
  // Nothing reaches the reading tab, so it passes nothing on. Meanwhile it connects again itself.
  await pass(FROZEN_MS)
  expect([streams.length, openStreams()]).toEqual([3, [last()]])
  last().send('hint', '["own-offers"]')
  expect([first.heard(), second.heard()]).toEqual([[HINT], [HINT]])
  second.end()
  await pass(0)
  expect(openStreams()).toEqual([last()])
  last().send('hint', '["own-offers"]')
  expect([first.heard(), second.heard()]).toEqual([[HINT], []])
})

test('a hidden tab does not take over', async () => {
  const { streams } = await openTabs()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(FROZEN_MS)
  expect(streams).toHaveLength(2)
})

test('every tab learns that the session has ended', async () => {
  const { first, second, last } = await openTabs()
  last().send('bye', 'session-ended')
  expect([first.heard(), second.heard()]).toEqual([[{ kind: 'ended' }], [{ kind: 'ended' }]])
})

test('tabs of different people share nothing', async () => {
  const { last } = await openTabs()
  const other = await openTab('karim')
  last().send('hint', '["own-offers"]')
  expect(other.heard()).toEqual([])
})
