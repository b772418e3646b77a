import { expect, onTestFinished, test, vi } from 'vitest'
import { settle } from '../../../testing/held-server.ts'
import { createPerKeyQueue, MAX_BLOCKING_MS } from './per-key-queue.ts'

/** Acts that the test ends; tells which have begun. */
function someActs() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const inTurn = createPerKeyQueue()
  const begun: string[] = []
  const ends = new Map<string, { end: () => void; fail: () => void }>()
  const act = (key: string, name: string) =>
    inTurn(key, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) }),
      )
    })
  return { begun, ends, act }
}

test('those of one key act one after the other, and those of others meanwhile', async () => {
  const { begun, ends, act } = someActs()
  const acts = [act('rima', 'first'), act('rima', 'second'), act('karim', 'other'), act('rima', 'third')]
  await settle()
  expect(begun).toEqual(['first', 'other'])
  ends.get('first')?.end()
  await settle()
  expect(begun).toEqual(['first', 'other', 'second'])
  for (const name of ['second', 'other']) ends.get(name)?.end()
  await settle()
  ends.get('third')?.end()
  expect(await Promise.all(acts)).toEqual(['first', 'second', 'other', 'third'])
})

test('a failure passes the turn on', async () => {
  const { ends, act } = someActs()
  const failing = expect(act('rima', 'first')).rejects.toThrow('first')
  const second = act('rima', 'second')
  await settle()
  ends.get('first')?.fail()
  await failing
  await settle()
  ends.get('second')?.end()
  expect(await second).toBe('second')
})

test('what takes long keeps nobody waiting, and ends no turn but its own', async () => {
  const { begun, ends, act } = someActs()
  const acts = ['stuck', 'second', 'third'].map(name => act('rima', name))
  await settle()
  vi.advanceTimersByTime(MAX_BLOCKING_MS)
  await settle()
  expect(begun).toEqual(['stuck', 'second'])
  ends.get('stuck')?.end()
  await settle()
  expect(begun).toEqual(['stuck', 'second'])
  ends.get('second')?.end()
  await settle()
  ends.get('third')?.end()
  await Promise.all(acts)
})
