import { callsOf } from './calls.ts'
import type { Measure } from './load/measure.ts'
import { sendLoad } from './load/send.ts'
import type { Members } from './members.ts'
import type { Contender, Series } from './results.ts'
import type { Setup } from './setup.ts'
import { queryAlone, queryOf } from './sql-alone.ts'
import { type Workload, workloadOf } from './workloads.ts'

type Plan = { workloads: Workload[]; connections: number[]; rounds: number; seconds: number }

/** Before each measurement: opens connections, prepares statements, loads pages into memory. */
const WARM_UP_MS = 300

/** Before the first measurement: the JIT compiler needs some hundred requests, which can take many seconds. */
const WARM_UP_CALLS = 1_000
const MAX_WARM_UP_S = 10

/**
 * Measures everything: in each round every contender runs every workload while the others idle, so that a slower machine
 * slows all of them; every second round has the opposite order. The first round is not counted, because code is slow
 * until the JIT compiler has optimized it.
 * @throws an error that names the contender that failed
 */
export async function measureRounds(
  { workloads, connections, rounds, seconds }: Plan,
  setup: Setup,
  report: (line: string) => void,
): Promise<Series[]> {
  const rounded = connections.map(count => newSeries(workloads, count, setup))
  if (workloads.length === 0) return []
  report('Warm-up round')
  const untilWarm = (pace: number) => Math.min(WARM_UP_CALLS, pace * MAX_WARM_UP_S)
  await measureRound(newSeries(workloads, connections[0] ?? 1, setup), untilWarm, setup)
  const inTime = (pace: number) => pace * seconds
  for (const [nth, all] of rounded.entries())
    for (let round = 0; round < rounds; round++) {
      report(`Connections: ${connections[nth]}, round ${round + 1} of ${rounds}`)
      await measureRound(round % 2 === 0 ? all : all.toReversed(), inTime, setup)
    }
  return rounded.flat()
}

const newSeries = (workloads: Workload[], connections: number, { members }: Setup): Series[] =>
  workloads.flatMap(workload =>
    contendersOf(workload, members).map(contender => ({
      ...{ workload: workload.id, connections, contender },
      ...{ perSecond: [], p50: [], p99: [] },
    })),
  )

/** Sign-ins have no bare and SQL variants: their cost is the password hash, which the plain server computes, too. */
const contendersOf = (workload: Workload, members: Members): Contender[] =>
  queryOf(workload, members) ? ['ours', 'plain', 'bare', 'sql'] : ['ours', 'plain']

/** The number of requests to send, from the number of replies per second. */
type Amount = (perSecond: number) => number

async function measureRound(all: Series[], amount: Amount, setup: Setup) {
  for (const series of all) {
    const { perSecond, p50, p99 } = await measureSeries(series, amount, setup)
    series.perSecond.push(perSecond)
    series.p50.push(p50)
    series.p99.push(p99)
  }
}

async function measureSeries(series: Series, amount: Amount, setup: Setup): Promise<Measure> {
  const { workload, contender, connections } = series
  try {
    const pace = await warmUp(series, setup)
    return await measure(series, amount(pace), setup)
  } catch (error) {
    throw new Error(`${workload} by ${contender} with ${connections} connections failed.`, { cause: error })
  } finally {
    if (workloadOf(workload).method === 'POST') await setup.reset()
  }
}

/** Sends requests for a moment. @returns the replies per second */
async function warmUp(series: Series, setup: Setup): Promise<number> {
  const before = series.perSecond.at(-1)
  if (before !== undefined) return (await measure(series, (before * WARM_UP_MS) / 1_000, setup)).perSecond
  for (let calls = series.connections; ; calls *= 4) {
    const { perSecond, tookMs } = await measure(series, calls, setup)
    if (tookMs > WARM_UP_MS) return perSecond
  }
}

/** @param amount how many requests to send; each connection sends at least one */
function measure({ workload: id, contender, connections }: Series, amount: number, setup: Setup) {
  const { targets, members, product } = setup
  const workload = workloadOf(id)
  const calls = Math.max(connections, Math.round(amount))
  if (contender === 'sql') {
    const query = queryOf(workload, members)
    if (!query) throw new Error(`${id} has no query to run alone.`)
    return queryAlone({ connection: product.connection, query, connections, calls })
  }
  const senders = { target: targets[contender], members, password: product.password }
  return sendLoad({
    ...{ url: targets[contender].url, connections, calls },
    callsOf: nth => callsOf(workload, nth, senders),
  })
}
