import { inWords, median, ratiosOf, tableOf, verdictOf } from '../figures.ts'

/** What was measured of alerts. Durations are in ms. */
export type AlertFigures = {
  /** W8: one value for each planned wave, and the naive query for the same blood request. */
  waves: { ours: number[]; naive: number[]; alerts: number[] }
  /** W11: from the commit of 1,000 alerts until the mail server has accepted them. */
  deliveries: number[]
}

const WAVE_GOALS = { floor: 5, goal: 20 }
const DELIVERY_GOALS_MS = { floor: 5_000, goal: 2_000 }

/** What was measured of alerts, as a section of the results. */
export function alertsInMarkdown({ waves, deliveries }: AlertFigures): string {
  const ratios = ratiosOf(waves.naive, waves.ours)
  const delivery = median(deliveries)
  const tenths = (value: number) => value.toFixed(1)
  return [
    '## Alerts',
    [
      `W8 plans ${waves.ours.length} waves of ${Math.min(...waves.alerts)} to ${Math.max(...waves.alerts)} alerts: it locks the blood request, reads and locks`,
      'donors, and stores alerts, emails and the time of the next wave, up to the commit. The naive query only reads: it',
      'sorts everybody who may be asked. Its ratio says how many times as long the naive query takes. W11 stores 1,000',
      'alerts for 25 requests in one transaction and waits until a mail server on this machine has accepted their emails.',
    ].join('\n'),
    tableOf(
      ['workload', 'ours', 'naive query', 'naive / ours', 'floor', 'goal', 'reached'],
      [
        [
          'W8 plan one wave, ms',
          inWords(waves.ours, tenths),
          inWords(waves.naive, tenths),
          inWords(ratios, tenths),
          `${WAVE_GOALS.floor} ×`,
          `${WAVE_GOALS.goal} ×`,
          verdictOf(WAVE_GOALS, median(ratios)),
        ],
        [
          'W11 deliver 1,000 alerts, ms',
          inWords(deliveries, ms => ms.toFixed(0)),
          '–',
          '–',
          `${DELIVERY_GOALS_MS.floor}`,
          `${DELIVERY_GOALS_MS.goal}`,
          // A duration reaches a goal that it does not exceed.
          verdictOf({ floor: -DELIVERY_GOALS_MS.floor, goal: -DELIVERY_GOALS_MS.goal }, -delivery),
        ],
      ],
    ),
  ].join('\n\n')
}
