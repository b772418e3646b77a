import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChangesSince } from './change-log.ts'
import { createWatcher } from './watcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const read = vi.fn(async (): Promise<ChangesSince> => ({ changes: [], missed: false }))
  const onPoll = vi.fn(async () => {})
  const warn = vi.fn()
  const createReader = vi.fn(() => read)
  const watch = createWatcher({ createReader, onPoll, log: { warn } })
  return { watch, read, onPoll, warn, createReader }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('one poll serves all listeners, twice a second, and nothing is polled without listeners', async () => {
  const { watch, read, onPoll } = start()
  await pass(5_000)
  expect(read).not.toHaveBeenCalled()
  const releases = await Promise.all(Array.from({ length: 100 }, watch))
  expect(read).toHaveBeenCalledOnce()
  await pass(5_000)
  expect(onPoll).toHaveBeenCalledTimes(10)
  for (const release of releases.slice(1)) release()
  await pass(1_000)
  expect(onPoll).toHaveBeenCalledTimes(12)
  releases[0]?.()
  releases[0]?.()
  await pass(5_000)
  expect(onPoll).toHaveBeenCalledTimes(12)
})

test('an outage of the database is logged once, and polling goes on with the same reader', async () => {
  const { watch, read, onPoll, warn, createReader } = start()
  await watch()
  read.mockRejectedValue(new Error('no database'))
  await pass(3_000)
  expect([warn.mock.calls.length, onPoll.mock.calls.length]).toEqual([1, 0])
  read.mockResolvedValue({ changes: [], missed: false })
  await pass(1_000)
  expect([onPoll.mock.calls.length, createReader.mock.calls.length]).toEqual([2, 1])
})

test('without a database nobody starts to listen, and the next one tries again', async () => {
  const { watch, read, createReader } = start()
  read.mockRejectedValueOnce(new Error('no database'))
  await expect(watch()).rejects.toThrow('no database')
  await watch()
  expect(createReader).toHaveBeenCalledTimes(2)
})
