import { expect, test } from 'vitest'
import { type Call, judgeCalls, writesBackMs } from './calls.ts'

const aCall = (more: Partial<Call> = {}): Call => ({
  kind: 'write',
  server: 'server 1',
  startedAt: 0,
  endedAt: 10,
  status: 201,
  hasRetryAfter: false,
  missing: 0,
  ...more,
})
const aRefusal = (startedAt: number, more: Partial<Call> = {}) =>
  aCall({ startedAt, endedAt: startedAt + 10, status: 503, hasRetryAfter: true, ...more })
const ready = (startedAt: number) => aCall({ kind: 'ready', startedAt, endedAt: startedAt + 5, status: 200 })

const NO_FAULTS = { unexpected: [], staleReads: [], maxMs: 10, falselyReady: 0 }

test('successes, and refusals that say when to try again, are no faults', () => {
  expect(judgeCalls([aCall(), aRefusal(20), aCall({ kind: 'list', status: 200 })])).toEqual(NO_FAULTS)
})

test.each([
  ['write at server 1: 500', aCall({ status: 500 })],
  ['write at server 1: 503 without Retry-After', aRefusal(0, { hasRetryAfter: false })],
  ['list at server 1: cut off', aCall({ kind: 'list', status: null })],
])('a fault: %s', (words, call) => {
  expect(judgeCalls([call]).unexpected).toEqual([words])
})

test('the callers of a server that was killed may be cut off, others may not', () => {
  const calls = [aCall({ status: null }), aCall({ status: null, server: 'server 2' })]
  expect(judgeCalls(calls, { killedServer: 'server 2' }).unexpected).toEqual(['write at server 1: cut off'])
})

test('slow answers and reads that miss something count', () => {
  const calls = [aCall({ endedAt: 4_200 }), aCall({ kind: 'list', status: 200, missing: 1 })]
  expect(judgeCalls(calls)).toMatchObject({
    maxMs: 4_200,
    staleReads: ['list at server 1 without 1'],
  })
})

test('a server that calls itself ready in the middle of failing writes is false, unless only their replies are lost', () => {
  const calls = [aRefusal(0), ready(20), aRefusal(30)]
  expect(judgeCalls(calls).falselyReady).toBe(1)
  expect(judgeCalls(calls, { losesReplies: true }).falselyReady).toBe(0)
})

test.each([
  ['when no write follows', [aRefusal(0), ready(20)]],
  ['before the first write fails', [aCall(), ready(20), aRefusal(30)]],
  ['after the last write has failed', [aRefusal(0), ready(20), aCall({ startedAt: 30, endedAt: 40 })]],
  [
    'while a write that began before still fails, and the next succeeds',
    [aRefusal(0), ready(20), aCall({ startedAt: 30, endedAt: 40 }), aRefusal(5, { endedAt: 60 })],
  ],
  ['at the other server', [aRefusal(0), { ...ready(20), server: 'server 2' }, aRefusal(30)]],
])('a server may call itself ready %s', (_, calls) => {
  expect(judgeCalls(calls).falselyReady).toBe(0)
})

test('writes are back when every server has acknowledged one', () => {
  const calls = [
    aCall({ endedAt: 90 }),
    aRefusal(105, { server: 'server 2' }),
    aCall({ endedAt: 120 }),
    aCall({ endedAt: 150, server: 'server 2' }),
  ]
  expect(writesBackMs(calls, 100, ['server 1', 'server 2'])).toBe(50)
  expect(writesBackMs(calls, 130, ['server 1', 'server 2'])).toBeNull()
})
