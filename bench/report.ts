import { alertsInMarkdown } from './alerts/report.ts'
import { pagesInMarkdown } from './lighthouse/report.ts'
import { type Contender, type Results, type Series, seriesOf } from './results.ts'
import { ratioOf, type Spread, spreadOf } from './statistics.ts'
import { tableOf } from './table.ts'
import { verdictOf } from './verdict.ts'
import { WORKLOADS, type Workload } from './workloads.ts'

/** The number of connections of which latencies are reported. */
const USUAL_CONNECTIONS = 16

/** The results as the text of `results.md`. @param smaller the results of scale 1, to show how the cost grows */
export function inMarkdown(results: Results, smaller: Results | null): string {
  const connections = [...new Set(results.series.map(({ connections }) => connections))]
  return [
    '# Results of `npm run bench`',
    circumstances(results),
    ...connections.flatMap(count => [`## ${inWords(count)}`, ratesTable(results, count, smaller)]),
    ...(connections.includes(USUAL_CONNECTIONS) ? latencies(results) : []),
    ...(results.alerts ? [alertsInMarkdown(results.alerts)] : []),
    ...(results.pages.length > 0 ? [pagesInMarkdown(results.pages)] : []),
    '',
  ].join('\n\n')
}

const inWords = (connections: number) => `${connections} ${connections === 1 ? 'connection' : 'connections'}`

function circumstances({ takenAt, scale, rounds, seconds, versions, processors, isDataInMemory }: Results) {
  const measured = `${takenAt.slice(0, 10)}; campus of scale ${scale}; ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of about ${seconds} s each`
  const machine = `Node ${versions.node}, PostgreSQL ${versions.postgresql}, ${processors} processors`
  return [
    `${measured}; ${machine}, shared by the load generator and the servers.`,
    ...(isDataInMemory
      ? ['**The data folder is in memory: posting and signing in need no disk here.**']
      : []),
    '',
    'Replies per second: the median of all rounds, with minimum and maximum in parentheses. *Ours* is the product as',
    'users run it: built pages, `NODE_ENV=production`, its own PostgreSQL, durable commits. *Plain* is the reference',
    'server in `bench/plain-server`: `node:http` and `pg`, JSON built by PostgreSQL, sessions cached for 10 s, no',
    'validation. *Bare bytes* is `node:http` sending the product’s replies; *SQL alone* is the plain server’s statement',
    'with the driver alone, on at most 16 database connections, as the servers have. All four use one database and take',
    'turns in every round.',
    '',
    'A ratio is the median of the ratios of the rounds. Its range shows the noise of the machine: differences within it',
    'mean nothing. The load generator needs a processor of its own, which matters most for small replies: *bare bytes*',
    'rather measures the generator than `node:http`. Do not compare absolute figures of different runs or machines;',
    'compare ratios, with care.',
  ].join('\n')
}

const CONTENDERS: Contender[] = ['ours', 'plain', 'bare', 'sql']

function ratesTable(results: Results, connections: number, smaller: Results | null) {
  const headings = ['workload', 'bytes', 'ours', 'plain', 'bare bytes', 'SQL alone']
  const ratios = ['ours / plain', 'floor', 'goal', 'reached', 'ours / bare', 'ours / SQL']
  const growth = smaller ? [`ours / ours at scale ${smaller.scale}`] : []
  return tableOf(
    [...headings, ...ratios, ...growth],
    measuredIn(results, connections).map(workload => {
      const rates = (contender: Contender, of = results) =>
        seriesOf(of, workload.id, connections, contender)?.perSecond ?? []
      const ratioTo = (contender: Contender) => ratioOf(rates('ours'), rates(contender))
      const reference = workload.comparedTo
        ? ratioOf(rates('ours'), seriesOf(results, workload.comparedTo, connections, 'ours')?.perSecond ?? [])
        : ratioTo('plain')
      return [
        `${workload.id} ${workload.name}`,
        count(results.bytes[workload.id] ?? Number.NaN),
        ...CONTENDERS.map(contender => rateCell(rates(contender))),
        ratioCell(ratioTo('plain')),
        multipleOf(workload.floor, workload),
        multipleOf(workload.goal, workload),
        verdictOf(workload, reference.median),
        ratioCell(ratioTo('bare')),
        ratioCell(ratioTo('sql')),
        ...(smaller ? [growthCell(rates('ours'), rates('ours', smaller))] : []),
      ]
    }),
  )
}

const measuredIn = ({ series }: Results, connections: number): Workload[] =>
  WORKLOADS.filter(({ id }) => series.some(one => one.workload === id && one.connections === connections))

const multipleOf = (factor: number, { comparedTo }: Workload) =>
  `${factor} ×${comparedTo ? ` ${comparedTo}` : ''}`

function latencies(results: Results): string[] {
  const rows = measuredIn(results, USUAL_CONNECTIONS).map(({ id, name }) => {
    const series = seriesOf(results, id, USUAL_CONNECTIONS, 'ours')
    const cell = (of: 'p50' | 'p99') => msCell(series, of)
    return [`${id} ${name}`, cell('p50'), cell('p99')]
  })
  return [
    `## Latency of our server with ${inWords(USUAL_CONNECTIONS)}`,
    tableOf(['workload', 'p50, ms', 'p99, ms'], rows),
  ]
}

const msCell = (series: Series | undefined, of: 'p50' | 'p99') =>
  withSpread(spreadOf(series?.[of] ?? []), ms => ms.toFixed(1))

const rateCell = (rates: number[]) => withSpread(spreadOf(rates), count)
const ratioCell = (ratio: Spread) => withSpread(ratio, inThreeDigits)
const growthCell = (now: number[], before: number[]) =>
  withSpread({ ...spreadOf([spreadOf(now).median / spreadOf(before).median]) }, inThreeDigits)

const withSpread = ({ median, min, max }: Spread, write: (value: number) => string) => {
  if (Number.isNaN(median)) return '–'
  return min === max ? write(median) : `${write(median)} (${write(min)}–${write(max)})`
}

const count = (value: number) =>
  Number.isNaN(value) ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })

const inThreeDigits = (value: number) => value.toFixed(value < 0.1 ? 3 : value < 10 ? 2 : 0)
