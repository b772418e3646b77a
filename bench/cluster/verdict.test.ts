import { expect, test } from 'vitest'
import { brokenRules, type Outcome } from './verdict.ts'

const good: Outcome = {
  trial: 'switchover',
  writes: { acknowledged: 100, lost: 0, doubled: 0, unfinished: 0 },
  faults: { unexpected: [], staleReads: 0, maxMs: 3_100 },
  outageMs: 4_000,
  backAfterProxyMs: 800,
  delays: { alertMs: 1_200, liveMs: 500 },
  connections: 16,
  ended: [],
}

test('a trial in which everything holds breaks no rule', () => {
  expect(brokenRules(good)).toEqual([])
  expect(brokenRules({ ...good, backAfterProxyMs: null })).toEqual([])
})

test.each<[string, Partial<Outcome>]>([
  ['1 acknowledged writes were lost', { writes: { ...good.writes, lost: 1 } }],
  ['2 writes were stored twice', { writes: { ...good.writes, doubled: 2 } }],
  ['1 writes were never acknowledged', { writes: { ...good.writes, unfinished: 1 } }],
  [
    'unexpected answers: 2 × write at server 1: 500',
    { faults: { ...good.faults, unexpected: Array(2).fill('write at server 1: 500') } },
  ],
  ['1 reads missed what had been acknowledged', { faults: { ...good.faults, staleReads: 1 } }],
  ['an answer took 4001 ms', { faults: { ...good.faults, maxMs: 4_001 } }],
  ['writes were back 2001 ms after the proxy', { backAfterProxyMs: 2_001 }],
  ['an alert took 2001 ms', { delays: { ...good.delays, alertMs: 2_001 } }],
  ['a live hint took 1001 ms', { delays: { ...good.delays, liveMs: 1_001 } }],
  ['the servers hold 21 connections', { connections: 21 }],
  ['server 1 ended', { ended: ['server 1'] }],
])('a broken rule: %s', (words, more) => {
  expect(brokenRules({ ...good, ...more })).toEqual([words])
})
