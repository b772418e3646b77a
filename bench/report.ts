import { type AlertFigures, alertsInMarkdown } from './alerts/report.ts'
import { inWords, median, ratiosOf, tableOf, verdictOf } from './figures.ts'
import { type PageScores, pagesInMarkdown } from './lighthouse/report.ts'
import type { Contender, Series } from './rounds.ts'
import type { Workload } from './workloads.ts'

/** The results of a run and its environment. */
export type Results = {
  takenAt: string
  scale: number
  rounds: number
  seconds: number
  versions: { node: string; postgresql: string }
  processors: number
  /** Whether the data folder is in memory, where writes are not durable and cost nothing. */
  isDataInMemory: boolean
  series: Series[]
  alerts: AlertFigures | null
  pages: PageScores[]
}

/** The number of connections in the table of DESIGN §6. */
const USUAL_CONNECTIONS = 16

/** The results as the text of `results.md`. */
export function inMarkdown(results: Results): string {
  const { series, alerts, pages } = results
  const byConnections = Map.groupBy(series, ({ connections }) => connections)
  const usual = byConnections.get(USUAL_CONNECTIONS)
  return [
    '# Results of `npm run bench`',
    circumstances(results),
    ...[...byConnections].flatMap(([connections, series]) => [
      `## ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
      ratesTable(series),
    ]),
    ...(usual ? [`## Latency of our server with ${USUAL_CONNECTIONS} connections`, latencyTable(usual)] : []),
    ...(alerts ? [alertsInMarkdown(alerts)] : []),
    ...(pages.length > 0 ? [pagesInMarkdown(pages)] : []),
    '',
  ].join('\n\n')
}

const circumstances = ({ takenAt, scale, rounds, seconds, versions, processors, isDataInMemory }: Results) =>
  [
    `${takenAt.slice(0, 10)}; campus of scale ${scale}; ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of about ${seconds} s each;`,
    `Node ${versions.node}, PostgreSQL ${versions.postgresql}, ${processors} processors, shared by the load generator and the servers.`,
    ...(isDataInMemory
      ? ['**The data folder is in memory: posting and signing in need no disk here.**']
      : []),
    '',
    'Replies per second: the median of all rounds, with minimum and maximum in parentheses. *Ours* is the product as',
    'users run it: built pages, `NODE_ENV=production`, its own PostgreSQL, durable commits. *Plain* is the reference server in',
    '`bench/plain-server`: `node:http` and `pg`, JSON built by PostgreSQL, sessions cached for 10 s, no validation. Both use',
    'one database and take turns in every round.',
    '',
    'A ratio is the median of the ratios of the rounds. Its range shows the noise of the machine: differences within it',
    'mean nothing. Do not compare absolute figures of different runs or machines; compare ratios, with care.',
  ].join('\n')

function ratesTable(series: Series[]): string {
  const ratesOf = (id: string, contender: Contender) =>
    series.find(one => one.workload.id === id && one.contender === contender)?.perSecond ?? []
  return tableOf(
    ['workload', 'ours', 'plain', 'ours / plain', 'floor', 'goal', 'reached'],
    workloadsOf(series).map(workload => {
      const { id, name, floor, goal, comparedTo } = workload
      const ours = ratesOf(id, 'ours')
      const multiple = comparedTo ? `× ${comparedTo}` : '×'
      const reference = comparedTo ? ratesOf(comparedTo, 'ours') : ratesOf(id, 'plain')
      return [
        `${id} ${name}`,
        inWords(ours, count),
        inWords(ratesOf(id, 'plain'), count),
        inWords(ratiosOf(ours, ratesOf(id, 'plain')), inThreeDigits),
        `${floor} ${multiple}`,
        `${goal} ${multiple}`,
        verdictOf(workload, median(ratiosOf(ours, reference))),
      ]
    }),
  )
}

const workloadsOf = (series: Series[]): Workload[] => [...new Set(series.map(({ workload }) => workload))]

const latencyTable = (series: Series[]): string =>
  tableOf(
    ['workload', 'p50, ms', 'p99, ms'],
    series
      .filter(({ contender }) => contender === 'ours')
      .map(({ workload: { id, name }, p50, p99 }) => [
        `${id} ${name}`,
        inWords(p50, ms => ms.toFixed(1)),
        inWords(p99, ms => ms.toFixed(1)),
      ]),
  )

const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })

const inThreeDigits = (value: number) => value.toFixed(value < 0.1 ? 3 : value < 10 ? 2 : 0)
