import { quantile, ratioOf, type Spread, spreadOf } from '../statistics.ts'
import { tableOf } from '../table.ts'
import { verdictOf } from '../verdict.ts'
import {
  type AlertFigures,
  DELIVERY_GOALS_MS,
  durationVerdict,
  SLOW_STATEMENT_MS,
  WAVE_GOALS,
} from './figures.ts'

/** What was measured of alerts, as a section of the results. */
export function alertsInMarkdown({ waves, candidates, burst, deliveries }: AlertFigures): string {
  const ratio = ratioOf(waves.naive, waves.ours)
  const sizes = spreadOf(waves.alerts)
  const delivery = spreadOf(deliveries)
  return [
    '## Alerts',
    [
      `W8 plans ${waves.ours.length} waves of ${sizes.min} to ${sizes.max} alerts: it locks the blood request, reads and locks`,
      'donors, and stores alerts, emails and the time of the next wave, up to the commit. The naive query only reads: it',
      'sorts everybody who may be asked. Its ratio says how many times as long the naive query takes. W11 stores 1,000',
      'alerts for 25 requests in one transaction and waits until a mail server on this machine has accepted their emails.',
    ].join('\n'),
    tableOf(
      ['workload', 'ours', 'naive query', 'naive / ours', 'floor', 'goal', 'reached'],
      [
        [
          'W8 plan one wave, ms',
          ...[
            withSpread(spreadOf(waves.ours), 1),
            withSpread(spreadOf(waves.naive), 1),
            withSpread(ratio, 1),
          ],
          ...[`${WAVE_GOALS.floor} ×`, `${WAVE_GOALS.goal} ×`, verdictOf(WAVE_GOALS, ratio.median)],
        ],
        [
          'W11 deliver 1,000 alerts, ms',
          ...[withSpread(delivery, 0), '–', '–'],
          ...[String(DELIVERY_GOALS_MS.floor), String(DELIVERY_GOALS_MS.goal)],
          durationVerdict(delivery, DELIVERY_GOALS_MS),
        ],
      ],
    ),
    `Finding the candidates read ${candidates.map(({ read, returned }) => `${read} rows for ${returned}`).join(', ')}.`,
    burstInWords(burst),
  ].join('\n\n')
}

function burstInWords({ requests, alerts, ms, statements }: AlertFigures['burst']): string {
  const slow = statements.filter(ms => ms > SLOW_STATEMENT_MS).length
  return [
    `A burst of ${requests} urgent requests that were due at once was planned in ${(ms / 1_000).toFixed(1)} s with ${alerts} alerts,`,
    `by ${statements.length} statements. The median took ${quantile(statements, 0.5).toFixed(1)} ms, 99 of 100 at most ${quantile(statements, 0.99).toFixed(1)} ms, the longest`,
    `${Math.max(...statements).toFixed(1)} ms; ${slow} took longer than ${SLOW_STATEMENT_MS} ms.`,
  ].join('\n')
}

const withSpread = ({ median, min, max }: Spread, digits: number) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
