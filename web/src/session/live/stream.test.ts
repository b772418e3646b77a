import { MINUTE_MS } from '@blood-bank/contract/durations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubEventSources } from '../../testing/event-source.ts'
import { readStream, type Signal } from './stream.ts'

let isReachable = true
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  isReachable = true
  vi.stubGlobal('fetch', async () => {
    if (!isReachable) throw new TypeError('no network')
    return new Response()
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function read() {
  const streams = stubEventSources()
  const signals: Signal[] = []
  stop = readStream(signal => signals.push(signal))
  const heard = () => signals.splice(0).map(({ kind }) => kind)
  const last = () => streams.at(-1) ?? expect.fail('no stream')
  return { streams, signals, heard, last, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('the first stream says how old the page is, and only what its hints name is fetched', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_200.3)
  const { last, signals } = read()
  expect(last().url).toBe('/api/live?listsAgeMs=1201')
  last().send('open')
  last().send('hint', '["own-offers"]')
  last().send('heartbeat')
  expect(signals).toEqual([{ kind: 'hint', lists: ['own-offers'] }, { kind: 'alive' }])
})

test('a page that was asleep says its true age', () => {
  vi.setSystemTime(performance.timeOrigin + 8 * 60 * MINUTE_MS)
  expect(read().last().url).toBe(`/api/live?listsAgeMs=${8 * 60 * MINUTE_MS}`)
})

test('a later stream has everything fetched', async () => {
  const { last, heard, pass } = read()
  last().breakOff()
  await pass(2_000)
  expect(heard()).toEqual([])
  expect(last().url).toBe('/api/live')
  last().send('open')
  expect(heard()).toEqual(['resync'])
})

test('a stream that breaks off is opened again, later and later, and the lists are fetched every half minute', async () => {
  const { streams, last, heard, pass } = read()
  last().send('open')
  heard()
  for (let minute = 0; minute < 5; minute += 1) {
    last().breakOff()
    await pass(MINUTE_MS)
  }
  expect(heard()).toEqual(Array(10).fill('resync'))
  expect(streams.length).toBeLessThan(9)
  expect(streams.filter(({ isClosed }) => !isClosed)).toEqual([last()])
  last().send('open')
  heard()
  await pass(MINUTE_MS / 2)
  expect(heard()).toEqual([])
})

test('a stream that breaks off each time soon after it opened is opened later and later, one with heartbeats at once', async () => {
  const { streams, last, pass } = read()
  const breakOffFor = async (minutes: number) => {
    for (let second = 0; second < 60 * minutes; second += 1) {
      if (!last().isClosed) {
        last().send('open')
        last().breakOff()
      }
      await pass(1_000)
    }
  }
  await breakOffFor(5)
  expect(streams.length).toBeLessThan(12)
  await pass(MINUTE_MS)
  last().send('open')
  last().send('heartbeat')
  last().breakOff()
  const before = streams.length
  await pass(2_000)
  expect(streams).toHaveLength(before + 1)
})

test('while the server cannot be reached nothing is fetched', async () => {
  const { last, heard, pass } = read()
  isReachable = false
  last().breakOff()
  await pass(MINUTE_MS)
  expect(new Set(heard())).toEqual(new Set(['alive']))
})

test('a laptop that was asleep connects again when it wakes up', async () => {
  const { streams, last, pass } = read()
  last().send('open')
  // Timers stand still while it sleeps.
  vi.setSystemTime(Date.now() + 8 * 60 * MINUTE_MS)
  await pass(5_000)
  expect(streams).toHaveLength(2)
  expect(streams[0]?.isClosed).toBe(true)
})

test('a stream with heartbeats is kept', async () => {
  const { streams, last, pass } = read()
  last().send('open')
  for (let beat = 0; beat < 10; beat += 1) {
    await pass(25_000)
    last().send('heartbeat')
  }
  expect(streams).toHaveLength(1)
})

test('a refused stream says that the session may have ended, a broken one does not', async () => {
  const { last, heard, pass } = read()
  last().breakOff()
  expect(heard()).toEqual([])
  await pass(2_000)
  last().refuse()
  expect(heard()).toEqual(['ended'])
})

test.each([
  ['server-stopping', [], 2_000],
  ['session-ended', ['ended'], 2_000],
  ['account-changed', ['ended'], 2_000],
  ['too-many-streams', [], 10 * MINUTE_MS],
])('after the goodbye "%s" it signals %j and connects again', async (reason, signals, ms) => {
  const { streams, last, heard, pass } = read()
  last().send('open')
  heard()
  last().send('bye', reason)
  expect(heard()).toEqual(signals)
  expect(last().isClosed).toBe(true)
  await pass(ms - 1_000)
  expect(streams).toHaveLength(1)
  await pass(1_500)
  expect(streams).toHaveLength(2)
})

test('nothing is opened after the end', async () => {
  const { streams, last, pass } = read()
  last().breakOff()
  stop()
  await pass(10 * MINUTE_MS)
  expect(streams).toHaveLength(1)
})
