import { pagesInMarkdown } from './lighthouse/report.ts'
import { type Contender, type Results, type Series, seriesOf } from './results.ts'
import { ratioOf, type Spread, spreadOf } from './statistics.ts'
import { tableOf } from './table.ts'
import { WORKLOADS, type Workload } from './workloads.ts'

/** The connections that DESIGN §6 has its table for. */
const USUAL_CONNECTIONS = 16

/** All results as the text of `results.md`. @param smaller those of scale 1, to show how cost grows */
export function inMarkdown(results: Results, smaller: Results | null): string {
  const connections = [...new Set(results.series.map(({ connections }) => connections))]
  return [
    '# What `npm run bench` has measured',
    circumstances(results),
    ...connections.flatMap(count => [`## ${inWords(count)}`, ratesTable(results, count, smaller)]),
    ...(connections.includes(USUAL_CONNECTIONS) ? latencies(results) : []),
    ...(results.pages.length > 0 ? [pagesInMarkdown(results.pages)] : []),
    '',
  ].join('\n\n')
}

const inWords = (connections: number) => `${connections} ${connections === 1 ? 'connection' : 'connections'}`

function circumstances({ takenAt, scale, rounds, seconds, versions, processors, isDataInMemory }: Results) {
  const measured = `${takenAt.slice(0, 10)}; campus of scale ${scale}; ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of about ${seconds} s each`
  const machine = `Node ${versions.node}, PostgreSQL ${versions.postgresql}, ${processors} processors`
  return [
    `${measured}; ${machine}, shared by who asks and who answers.`,
    ...(isDataInMemory
      ? ['**The data folder is in memory: posting and signing in cost no disk here.**']
      : []),
    '',
    'Calls answered a second: the middle of all rounds, the least and the most in brackets. *Ours* is the product as',
    'its users have it: built, `NODE_ENV=production`, its own PostgreSQL, every commit on the disk. *Plain* is the',
    'server in `bench/plain-server`: `node:http` and `pg`, JSON made by PostgreSQL, sessions believed for 10 s, nothing',
    'validated. *Bare bytes* is `node:http` sending what the product has answered; *SQL alone* is the plain server’s',
    'statement over the bare driver, on 16 connections to the database at most, as the servers have. All four use one',
    'database and take turns in every round.',
    '',
    'A ratio is the middle of the ratios of the rounds. How far apart its brackets lie is the noise of the machine: a',
    'difference within them is none. The generator of the load needs a processor for itself, which small answers show',
    'most: what is under *bare bytes* is rather its pace than that of `node:http`. Figures of two runs, or of two',
    'machines, are not to be compared; ratios are, with care.',
  ].join('\n')
}

const CONTENDERS: Contender[] = ['ours', 'plain', 'bare', 'sql']

function ratesTable(results: Results, connections: number, smaller: Results | null) {
  const headings = ['workload', 'bytes', 'ours', 'plain', 'bare bytes', 'SQL alone']
  const ratios = ['ours / plain', 'floor', 'goal', 'held', 'ours / bare', 'ours / SQL']
  const growth = smaller ? [`ours / ours at scale ${smaller.scale}`] : []
  return tableOf(
    [...headings, ...ratios, ...growth],
    measuredIn(results, connections).map(workload => {
      const rates = (contender: Contender, of = results) =>
        seriesOf(of, workload.id, connections, contender)?.perSecond ?? []
      const ratioTo = (contender: Contender) => ratioOf(rates('ours'), rates(contender))
      const isFast = ratioTo('plain').median
      return [
        `${workload.id} ${workload.name}`,
        count(results.bytes[workload.id] ?? Number.NaN),
        ...CONTENDERS.map(contender => rateCell(rates(contender))),
        ratioCell(ratioTo('plain')),
        `${workload.floor} ×`,
        `${workload.goal} ×`,
        verdictOf(workload, isFast),
        ratioCell(ratioTo('bare')),
        ratioCell(ratioTo('sql')),
        ...(smaller ? [growthCell(rates('ours'), rates('ours', smaller))] : []),
      ]
    }),
  )
}

const measuredIn = ({ series }: Results, connections: number): Workload[] =>
  WORKLOADS.filter(({ id }) => series.some(one => one.workload === id && one.connections === connections))

/** What a ratio to the plain server holds: the goal, the floor, or neither. */
export function verdictOf({ floor, goal }: Pick<Workload, 'floor' | 'goal'>, ratio: number): string {
  if (ratio >= goal) return 'goal'
  return ratio >= floor ? 'floor' : '**neither**'
}

function latencies(results: Results): string[] {
  const rows = measuredIn(results, USUAL_CONNECTIONS).map(({ id, name }) => {
    const series = seriesOf(results, id, USUAL_CONNECTIONS, 'ours')
    const cell = (of: 'p50' | 'p99') => msCell(series, of)
    return [`${id} ${name}`, cell('p50'), cell('p99')]
  })
  return [
    `## How long one call of ours takes, with ${inWords(USUAL_CONNECTIONS)}`,
    tableOf(['workload', 'half of them, ms', '99 of 100, ms'], rows),
  ]
}

const msCell = (series: Series | undefined, of: 'p50' | 'p99') =>
  withSpread(spreadOf(series?.[of] ?? []), ms => ms.toFixed(1))

const rateCell = (rates: number[]) => withSpread(spreadOf(rates), count)
const ratioCell = (ratio: Spread) => withSpread(ratio, inThreeDigits)
const growthCell = (now: number[], before: number[]) =>
  withSpread({ ...spreadOf([spreadOf(now).median / spreadOf(before).median]) }, inThreeDigits)

const withSpread = ({ median, least, most }: Spread, write: (value: number) => string) => {
  if (Number.isNaN(median)) return '–'
  return least === most ? write(median) : `${write(median)} (${write(least)}–${write(most)})`
}

const count = (value: number) =>
  Number.isNaN(value) ? '–' : value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })

const inThreeDigits = (value: number) => value.toFixed(value < 0.1 ? 3 : value < 10 ? 2 : 0)
