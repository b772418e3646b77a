import { type AlertFigures, alertsInMarkdown } from './alerts/report.ts'
import { inWords, median, ratiosOf, tableOf, verdictOf } from './figures.ts'
import { type PageResult, pagesInMarkdown } from './lighthouse/report.ts'
import type { Contender, Series } from './rounds.ts'

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
  pages: PageResult[]
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
    'Replies per second and ratios: the median of all rounds, with minimum and maximum in parentheses; docs/scaling.md says how.',
  ].join('\n')

function ratesTable(series: Series[]): string {
  const ratesOf = (id: string, contender: Contender) =>
    series
      .find(one => one.workload.id === id && one.contender === contender)
      ?.measures.map(({ perSecond }) => perSecond) ?? []
  return tableOf(
    ['workload', 'ours', 'plain', 'ours / plain', 'floor', 'goal', 'reached'],
    ofContender(series, 'ours').map(({ workload }) => {
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

const latencyTable = (series: Series[]): string =>
  tableOf(
    ['workload', 'p50, ms', 'p99, ms'],
    ofContender(series, 'ours').map(({ workload: { id, name }, measures }) => [
      `${id} ${name}`,
      inWords(
        measures.map(({ p50 }) => p50),
        inTenths,
      ),
      inWords(
        measures.map(({ p99 }) => p99),
        inTenths,
      ),
    ]),
  )

const ofContender = (series: Series[], wanted: Contender) =>
  series.filter(({ contender }) => contender === wanted)

const inTenths = (value: number) => value.toFixed(1)

const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })

const inThreeDigits = (value: number) => value.toFixed(value < 0.1 ? 3 : value < 10 ? 2 : 0)
