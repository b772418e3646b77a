import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

/** Readings that end when the test says so. */
function aReader() {
  const readings: { keys: string[]; end: () => void; fail: (error: Error) => void }[] = []
  const find = createBatcher(
    (keys: string[]) =>
      new Promise<string[]>((resolve, reject) => {
        const number = readings.length + 1
        readings.push({ keys, end: () => resolve(keys.map(key => `${key} of ${number}`)), fail: reject })
      }),
  )
  return { readings, find, turn: () => new Promise(setImmediate) }
}

test('who asks in the same turn is read for together, and gets their own', async () => {
  const { readings, find, turn } = aReader()
  const asked = [find('a'), find('b'), find('a')]
  await turn()
  expect(readings.map(({ keys }) => keys)).toEqual([['a', 'b', 'a']])
  readings[0]?.end()
  expect(await Promise.all(asked)).toEqual(['a of 1', 'b of 1', 'a of 1'])
})

test('who asks while a reading is under way gets the next one, never one that began before', async () => {
  const { readings, find, turn } = aReader()
  const first = find('a')
  await turn()
  const later = [find('a'), find('b')]
  await turn()
  expect(readings).toHaveLength(1)
  readings[0]?.end()
  expect(await first).toBe('a of 1')
  await turn()
  expect(readings[1]?.keys).toEqual(['a', 'b'])
  readings[1]?.end()
  expect(await Promise.all(later)).toEqual(['a of 2', 'b of 2'])
})

test('a failure is told to all who wait, and the next one has another try', async () => {
  const { readings, find, turn } = aReader()
  const first = find('a')
  await turn()
  const waiting = find('b')
  const told = Promise.allSettled([first, waiting])
  readings[0]?.fail(new Error('away'))
  expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = find('c')
  await turn()
  expect(readings).toHaveLength(2)
  readings[1]?.end()
  expect(await again).toBe('c of 2')
})

test('a batch that does not give one result for each key fails, so that nobody gets what is another one’s', async () => {
  const find = createBatcher(async (keys: string[]) => keys.slice(1))
  await expect(Promise.all([find('a'), find('b')])).rejects.toThrow('one result for each key')
})
