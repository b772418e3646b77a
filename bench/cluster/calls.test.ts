import { expect, test } from 'vitest'
import { type Call, judgeCalls, writesBackMs } from './calls.ts'

const aCall = (more: Partial<Call> = {}): Call => ({
  kind: 'write',
  server: 'server 1',
  startedAt: 0,
  endedAt: 10,
  status: 201,
  hasRetryAfter: false,
  isStale: false,
  ...more,
})
const aRefusal = (startedAt: number, more: Partial<Call> = {}) =>
  aCall({ startedAt, endedAt: startedAt + 10, status: 503, hasRetryAfter: true, ...more })
const NO_FAULTS = { unexpected: [], staleReads: 0, maxMs: 10 }

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
  expect(judgeCalls(calls, 'server 2').unexpected).toEqual(['write at server 1: cut off'])
})

test('slow answers and reads that miss something count', () => {
  const calls = [aCall({ endedAt: 4_200 }), aCall({ kind: 'list', status: 200, isStale: true })]
  expect(judgeCalls(calls)).toMatchObject({
    maxMs: 4_200,
    staleReads: 1,
  })
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
