import { expect, onTestFinished, test, vi } from 'vitest'
import { settle } from '../../../testing/http/held-server.ts'
import { createPerKeyQueue, MAX_BLOCKING_MS } from './per-key-queue.ts'

/** A queue with work that the test ends; `started` names the work that has started. */
function aQueue() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const runQueued = createPerKeyQueue()
  const started: string[] = []
  const ends = new Map<string, { end: () => void; fail: () => void }>()
  const run = (key: string, name: string) =>
    runQueued(key, () => {
      started.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) }),
      )
    })
  return { started, ends, run }
}

test('work of one key runs in order, and work of other keys at the same time', async () => {
  const { started, ends, run } = aQueue()
  const results = [run('rima', 'first'), run('rima', 'second'), run('karim', 'other'), run('rima', 'third')]
  await settle()
  expect(started).toEqual(['first', 'other'])
  ends.get('first')?.end()
  await settle()
  expect(started).toEqual(['first', 'other', 'second'])
  for (const name of ['second', 'other']) ends.get(name)?.end()
  await settle()
  ends.get('third')?.end()
  expect(await Promise.all(results)).toEqual(['first', 'second', 'other', 'third'])
})

test('the queue continues after a failure', async () => {
  const { ends, run } = aQueue()
  const failing = expect(run('rima', 'first')).rejects.toThrow('first')
  const second = run('rima', 'second')
  await settle()
  ends.get('first')?.fail()
  await failing
  await settle()
  ends.get('second')?.end()
  expect(await second).toBe('second')
})

test('slow work stops blocking its queue, and its end starts nothing else', async () => {
  const { started, ends, run } = aQueue()
  const results = ['stuck', 'second', 'third'].map(name => run('rima', name))
  await settle()
  vi.advanceTimersByTime(MAX_BLOCKING_MS)
  await settle()
  expect(started).toEqual(['stuck', 'second'])
  ends.get('stuck')?.end()
  await settle()
  expect(started).toEqual(['stuck', 'second'])
  ends.get('second')?.end()
  await settle()
  ends.get('third')?.end()
  await Promise.all(results)
})
