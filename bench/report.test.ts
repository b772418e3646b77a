import { expect, test } from 'vitest'
import { inMarkdown, type Results } from './report.ts'
import type { Contender, Series } from './rounds.ts'
import { workloadOf } from './workloads.ts'

const series = (contender: Contender, perSecond: number[], more: Partial<Series> = {}): Series => ({
  workload: workloadOf('W3'),
  contender,
  measures: perSecond.map((rate, round) => ({ perSecond: rate, p50: 1.25, p99: 4 + round })),
  ...more,
})

const aRun = (more: Partial<Results> = {}): Results => ({
  takenAt: '2026-11-21T15:00:00.000Z',
  scale: 1,
  connections: 16,
  rounds: 3,
  seconds: 1,
  processors: 2,
  versions: { node: '24.21.0', postgresql: '18.4' },
  isDataInMemory: false,
  series: [series('ours', [3_000, 1_000, 2_500]), series('plain', [2_000, 1_000, 1_000])],
  alerts: null,
  ...more,
})

/** The cells of the first line of a report that begins with a word. */
const lineOf = (report: string, word: string) =>
  report
    .split('\n')
    .find(line => line.startsWith(`| ${word}`))
    ?.split('|')
    .map(cell => cell.trim())
    .slice(1, -1)

test('a row has medians with their spread, ratios, and whether floor and goal are reached', () => {
  expect(lineOf(inMarkdown(aRun()), 'W3')).toEqual([
    'W3 the newest 50 active requests',
    '2,500 (1,000–3,000)',
    '1,000 (1,000–2,000)',
    '1.50 (1.00–2.50)',
    '1 ×',
    '2 ×',
    'floor',
    '1.3',
    '5.0 (4.0–6.0)',
  ])
})

test('W8 is compared with the naive query, and W11 with durations', () => {
  const waves = { ours: [10, 20, 12], naive: [100, 500, 72] }
  const cellsOf = (word: string, delivery: number) =>
    lineOf(inMarkdown(aRun({ alerts: { waves, deliveries: [delivery] } })), word)?.slice(0, 7)
  expect(cellsOf('W8', 0)).toEqual([
    'W8 plan one wave, ms',
    '12.0 (10.0–20.0)',
    '100.0 (72.0–500.0)',
    '10.0 (6.0–25.0)',
    '5 ×',
    '20 ×',
    'floor',
  ])
  expect(cellsOf('W11', 2_000)).toEqual([
    'W11 deliver 1,000 alerts, ms',
    '2,000',
    '–',
    '–',
    '5,000',
    '2,000',
    'goal',
  ])
  expect(cellsOf('W11', 2_001)?.at(-1)).toBe('floor')
  expect(cellsOf('W11', 5_001)?.at(-1)).toBe('**neither**')
})
