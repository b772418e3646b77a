import { inWords, median, ratiosOf, tableOf, verdictOf } from './figures.ts'
import type { Options } from './options.ts'
import type { Contender, Series } from './rounds.ts'

/** The results of a run and its environment. */
export type Results = Pick<Options, 'scale' | 'connections' | 'rounds' | 'seconds'> & {
  takenAt: string
  versions: { node: string; postgresql: string }
  processors: number
  /** Whether the data folder is in memory, where writes are not durable and cost nothing. */
  isDataInMemory: boolean
  series: Series[]
  /** Durations in ms. W8: one of each planned wave, and of the naive query for the same request. W11: one per round. */
  alerts: { waves: { ours: number[]; naive: number[] }; deliveries: number[] } | null
}

const WAVE_GOALS = { floor: 5, goal: 20 }
const DELIVERY_GOALS_MS = { floor: 5_000, goal: 2_000 }

/** The results as the text of `results.md`. */
export const inMarkdown = (results: Results): string =>
  [
    '# Results of `npm run bench`',
    circumstances(results),
    tableOf(
      ['workload', 'ours', 'reference', 'ratio', 'floor', 'goal', 'reached', 'p50, ms', 'p99, ms'],
      [...workloadRows(results.series), ...(results.alerts ? alertRows(results.alerts) : [])],
    ),
    '',
  ].join('\n\n')

const circumstances = ({ versions, processors, isDataInMemory, ...run }: Results) =>
  [
    `${run.takenAt.slice(0, 10)}; campus of scale ${run.scale}; ${run.connections} connections; rounds of about ${run.seconds} s: ${run.rounds};`,
    `Node ${versions.node}, PostgreSQL ${versions.postgresql}, ${processors} processors, shared by the load generator and the servers.`,
    ...(isDataInMemory ? ['**The data folder is in memory: writes need no disk here.**'] : []),
    'Calls per second of the product and of the plain server, W8 and W11 in ms, W8 beside a naive query: the median of all',
    'rounds, with minimum and maximum in parentheses. A ratio is the median of the ratios of the rounds; its range shows the',
    'noise of the machine. Compare ratios, with care, and no absolute figures of different runs (docs/scaling.md).',
  ].join('\n')

function workloadRows(series: Series[]): string[][] {
  const ratesOf = (id: string, contender: Contender) =>
    series
      .find(one => one.workload.id === id && one.contender === contender)
      ?.measures.map(({ perSecond }) => perSecond) ?? []
  return series
    .filter(({ contender }) => contender === 'ours')
    .map(({ workload, measures }) => {
      const { id, name, floor, goal, comparedTo } = workload
      const [ours, plain] = [ratesOf(id, 'ours'), ratesOf(id, 'plain')]
      const reference = comparedTo ? ratesOf(comparedTo, 'ours') : plain
      const multiple = comparedTo ? `× ${comparedTo}` : '×'
      const latencies = (of: 'p50' | 'p99') => measures.map(measure => measure[of])
      return [
        `${id} ${name}`,
        inWords(ours, count),
        inWords(plain, count),
        inWords(ratiosOf(ours, plain), inThreeDigits),
        `${floor} ${multiple}`,
        `${goal} ${multiple}`,
        verdictOf(workload, median(ratiosOf(ours, reference))),
        inWords(latencies('p50'), inTenths),
        inWords(latencies('p99'), inTenths),
      ]
    })
}

function alertRows({ waves, deliveries }: NonNullable<Results['alerts']>): string[][] {
  const ratios = ratiosOf(waves.naive, waves.ours)
  const { floor, goal } = DELIVERY_GOALS_MS
  return [
    [
      'W8 plan one wave, ms',
      inWords(waves.ours, inTenths),
      inWords(waves.naive, inTenths),
      inWords(ratios, inTenths),
      `${WAVE_GOALS.floor} ×`,
      `${WAVE_GOALS.goal} ×`,
      verdictOf(WAVE_GOALS, median(ratios)),
    ],
    [
      'W11 deliver 1,000 alerts, ms',
      inWords(deliveries, count),
      '–',
      '–',
      count(floor),
      count(goal),
      // A duration reaches a goal that it does not exceed.
      verdictOf({ floor: -floor, goal: -goal }, -median(deliveries)),
    ],
  ].map(row => [...row, '–', '–'])
}

const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })

const inTenths = (value: number) => value.toFixed(1)
const inThreeDigits = (value: number) => value.toFixed(value < 0.1 ? 3 : value < 10 ? 2 : 0)
