import { tableOf } from '../figures.ts'
import type { runTrial } from './run-trial.ts'

/** What one trial has shown. */
export type Outcome = Awaited<ReturnType<typeof runTrial>>

const MAX_ANSWER_MS = 4_000
const MAX_BACK_MS = 2_000
const MAX_LIVE_MS = 1_000
/** The planner of alerts looks once a second, and the mail follows. */
const MAX_ALERT_MS = 2_000
/** 8 of the pool and two for jobs, of two servers. */
const MAX_CONNECTIONS = 20

/** The rules that an outcome breaks, in words. */
export function brokenRules({
  writes,
  faults,
  backAfterProxyMs,
  delays,
  connections,
  ended,
}: Outcome): string[] {
  const rules: [isBroken: boolean, words: string][] = [
    [writes.lost > 0, `${writes.lost} acknowledged writes were lost`],
    [writes.doubled > 0, `${writes.doubled} writes were stored twice`],
    [writes.unfinished > 0, `${writes.unfinished} writes were never acknowledged`],
    [faults.unexpected.length > 0, `unexpected answers: ${count(faults.unexpected)}`],
    [faults.staleReads > 0, `${faults.staleReads} reads missed what had been acknowledged`],
    [faults.maxMs > MAX_ANSWER_MS, `an answer took ${Math.round(faults.maxMs)} ms`],
    [(backAfterProxyMs ?? 0) > MAX_BACK_MS, `writes were back ${ms(backAfterProxyMs)} after the proxy`],
    [delays.alertMs > MAX_ALERT_MS, `an alert took ${ms(delays.alertMs)}`],
    [delays.liveMs > MAX_LIVE_MS, `a live hint took ${ms(delays.liveMs)}`],
    [connections > MAX_CONNECTIONS, `the servers hold ${connections} connections`],
    [ended.length > 0, `${ended.join(' and ')} ended`],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, words]) => words)
}

const ms = (value: number | null) => `${Math.round(value ?? 0)} ms`

/** Equal texts once, with their number. */
function count(texts: string[]): string {
  const groups = Map.groupBy(texts, text => text)
  return [...groups].map(([text, { length }]) => `${length} × ${text}`).join(', ')
}

/** The outcomes as a table in Markdown, with seconds. */
export const inTable = (outcomes: Outcome[]): string =>
  tableOf(
    [
      'trial',
      'writes acknowledged',
      'lost, doubled',
      'longest answer',
      'no writes for',
      'back after the proxy',
      'alert, live',
    ],
    outcomes.map(({ trial, writes, faults, outageMs, backAfterProxyMs, delays }) => [
      trial,
      String(writes.acknowledged),
      `${writes.lost}, ${writes.doubled}`,
      seconds(faults.maxMs),
      seconds(outageMs),
      backAfterProxyMs === null ? '–' : seconds(backAfterProxyMs),
      [delays.alertMs, delays.liveMs].map(seconds).join(', '),
    ]),
  )

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
