import { expect, test } from 'vitest'
import { createSharedReply } from './shared-reply.ts'

/** Runs that the test ends; each returns its number. */
function createTestQuery() {
  let time = 1_000_000
  const ends: { done: () => void; fail: () => void }[] = []
  const share = createSharedReply<number>(() => new Date(time))
  const render = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1
      ends.push({ done: () => resolve(number), fail: () => reject(new Error(`run ${number} failed`)) })
    })
  return {
    ask: () => share(render),
    pass: (ms: number) => {
      time += ms
    },
    startedRuns: () => ends.length,
    end: async (number: number, how: 'done' | 'fail' = 'done') => {
      ends[number - 1]?.[how]()
      await new Promise(setImmediate)
    },
  }
}

test('concurrent callers, and callers within a second, share one run', async () => {
  const { ask, pass, startedRuns, end } = createTestQuery()
  const asked = [ask(), ask()]
  pass(600)
  asked.push(ask())
  await end(1)
  pass(400)
  asked.push(ask())
  expect(await Promise.all(asked)).toEqual([1, 1, 1, 1])
  expect(startedRuns()).toBe(1)
})

test.each([
  ['that started more than a second ago', 1_001],
  ['from before the clock was set back', -3_600_000],
])('a result of a run %s is not shared', async (_, ms) => {
  const { ask, pass, end } = createTestQuery()
  void ask()
  await end(1)
  pass(ms)
  const second = ask()
  await end(2)
  expect(await second).toBe(2)
})

test('one run is in progress at a time, however slow it is', async () => {
  const { ask, pass, startedRuns, end } = createTestQuery()
  void ask()
  pass(5_000)
  const late = [ask(), ask()]
  expect(startedRuns()).toBe(1)
  await end(1)
  pass(5_000)
  late.push(ask())
  expect(startedRuns()).toBe(2)
  await end(2)
  await end(3)
  expect(await Promise.all(late)).toEqual([2, 2, 3])
})

test('a failure reaches the waiting callers, and the next call starts a new run', async () => {
  const { ask, pass, end } = createTestQuery()
  const asked = [ask(), ask()]
  pass(1_001)
  asked.push(ask())
  const waited = Promise.allSettled(asked)
  await end(1, 'fail')
  await end(2, 'fail')
  expect(
    (await waited).map(({ status, ...result }) => [status, String(Reflect.get(result, 'reason'))]),
  ).toEqual([
    ['rejected', 'Error: run 1 failed'],
    ['rejected', 'Error: run 1 failed'],
    ['rejected', 'Error: run 2 failed'],
  ])
  const next = ask()
  await end(3)
  expect(await next).toBe(3)
})
