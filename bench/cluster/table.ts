import type { Outcome } from './verdict.ts'

const HEADINGS = [
  'trial',
  'writes acknowledged',
  'lost, doubled',
  'calls',
  '503',
  'longest answer',
  'no writes for',
  'back after the proxy',
  'mail, alert, live',
]

/** The outcomes as a table in Markdown, with seconds. */
export function inTable(outcomes: Outcome[]): string {
  const rows = outcomes.map(
    ({ trial, writes, calls, refused, faults, outageMs, backAfterProxyMs, delays }) => [
      trial,
      writes.acknowledged,
      `${writes.lost}, ${writes.doubled}`,
      calls,
      refused,
      seconds(faults.maxMs),
      seconds(outageMs),
      backAfterProxyMs === null ? '–' : seconds(backAfterProxyMs),
      [delays.mailMs, delays.alertMs, delays.liveMs].map(seconds).join(', '),
    ],
  )
  return [HEADINGS, HEADINGS.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
