import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A batcher whose batches end when the test calls `end` or `fail`. */
function aBatcher() {
  const batches: { keys: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const find = createBatcher(
    (keys: string[]) =>
      new Promise<string[]>((resolve, reject) => {
        const number = batches.length + 1
        batches.push({ keys, end: () => resolve(keys.map(key => `${key} of ${number}`)), fail: reject })
      }),
  )
  return { batches, find, turn: () => new Promise(setImmediate) }
}

test('calls of the same turn share a batch, and each gets its own result', async () => {
  const { batches, find, turn } = aBatcher()
  const calls = [find('a'), find('b'), find('a')]
  await turn()
  expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b', 'a']])
  batches[0]?.end()
  expect(await Promise.all(calls)).toEqual(['a of 1', 'b of 1', 'a of 1'])
})

test('a call that arrives while a batch is running joins the next batch', async () => {
  const { batches, find, turn } = aBatcher()
  const first = find('a')
  await turn()
  const later = [find('a'), find('b')]
  await turn()
  expect(batches).toHaveLength(1)
  batches[0]?.end()
  expect(await first).toBe('a of 1')
  await turn()
  expect(batches[1]?.keys).toEqual(['a', 'b'])
  batches[1]?.end()
  expect(await Promise.all(later)).toEqual(['a of 2', 'b of 2'])
})

test('a failed batch fails all waiting calls, and the next call starts a new batch', async () => {
  const { batches, find, turn } = aBatcher()
  const first = find('a')
  await turn()
  const waiting = find('b')
  const settled = Promise.allSettled([first, waiting])
  batches[0]?.fail(new Error('database unavailable'))
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = find('c')
  await turn()
  expect(batches).toHaveLength(2)
  batches[1]?.end()
  expect(await again).toBe('c of 2')
})

test('a batch that does not return one result for each key fails, so that no caller gets the result of another', async () => {
  const find = createBatcher(async (keys: string[]) => keys.slice(1))
  await expect(Promise.all([find('a'), find('b')])).rejects.toThrow('one result for each key')
})
