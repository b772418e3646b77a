import { expect, test } from 'vitest'
import { createSharedQuery } from './shared-query.ts'

/** Readings that end when the test says so; each gives its number. */
function aReading() {
  let time = 1_000_000
  const ends: { done: () => void; fail: () => void }[] = []
  const ask = createSharedQuery(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1
        ends.push({ done: () => resolve(number), fail: () => reject(new Error(`reading ${number} failed`)) })
      }),
    () => new Date(time),
  )
  return {
    ask,
    pass: (ms: number) => {
      time += ms
    },
    begun: () => ends.length,
    end: async (number: number, how: 'done' | 'fail' = 'done') => {
      ends[number - 1]?.[how]()
      await new Promise(setImmediate)
    },
  }
}

test('all who ask at once, and within a second, share one reading', async () => {
  const { ask, pass, begun, end } = aReading()
  const asked = [ask(), ask()]
  pass(600)
  asked.push(ask())
  await end(1)
  pass(400)
  asked.push(ask())
  expect(await Promise.all(asked)).toEqual([1, 1, 1, 1])
  expect(begun()).toBe(1)
})

test('what began more than a second ago is read anew', async () => {
  const { ask, pass, end } = aReading()
  void ask()
  await end(1)
  pass(1_001)
  const second = ask()
  await end(2)
  expect(await second).toBe(2)
})

test('however slow it is, one reading is under way at a time', async () => {
  const { ask, pass, begun, end } = aReading()
  void ask()
  pass(5_000)
  const late = [ask(), ask()]
  expect(begun()).toBe(1)
  await end(1)
  pass(5_000)
  late.push(ask())
  expect(begun()).toBe(2)
  await end(2)
  await end(3)
  expect(await Promise.all(late)).toEqual([2, 2, 3])
})

test('a failure is told to those who waited, and the next one has another try', async () => {
  const { ask, pass, end } = aReading()
  const asked = [ask(), ask()]
  pass(1_001)
  asked.push(ask())
  const waited = Promise.allSettled(asked)
  await end(1, 'fail')
  await end(2, 'fail')
  expect((await waited).map(({ status, ...told }) => [status, String(Reflect.get(told, 'reason'))])).toEqual([
    ['rejected', 'Error: reading 1 failed'],
    ['rejected', 'Error: reading 1 failed'],
    ['rejected', 'Error: reading 2 failed'],
  ])
  const next = ask()
  await end(3)
  expect(await next).toBe(3)
})

test('a clock that is set back keeps nothing fresh', async () => {
  const { ask, pass, end } = aReading()
  void ask()
  await end(1)
  pass(-3_600_000)
  const second = ask()
  await end(2)
  expect(await second).toBe(2)
})
