import { callsOf } from './calls.ts'
import type { Measure } from './load/measure.ts'
import { sendLoad } from './load/send.ts'
import type { Members } from './members.ts'
import type { Contender, Series } from './results.ts'
import { queryAlone, queryOf } from './sql-alone.ts'
import type { Stage } from './stage.ts'
import { type Workload, workloadOf } from './workloads.ts'

type Plan = { workloads: Workload[]; connections: number[]; rounds: number; seconds: number }

/** Before each measure: connections are opened, statements prepared, pages read. */
const WARM_UP_MS = 300

/** Before the first: what is compiled as it runs needs some hundred calls, which are few seconds or many. */
const WARM_CALLS = 1_000
const LONGEST_WARM_UP_S = 10

/**
 * Measures everything: in each round every contender takes its turn at every workload while the others idle, so that
 * a machine that slows down slows all of them; every other round the turns are in the opposite order. A first round
 * counts for nothing, because all that is compiled as it runs is slow at first.
 * @throws naming who did not answer as it should
 */
export async function takeRounds(
  { workloads, connections, rounds, seconds }: Plan,
  stage: Stage,
  say: (line: string) => void,
): Promise<Series[]> {
  const rounded = connections.map(count => newSeries(workloads, count, stage))
  if (workloads.length === 0) return []
  say('A round to get warm')
  const untilWarm = (pace: number) => Math.min(WARM_CALLS, pace * LONGEST_WARM_UP_S)
  await takeRound(newSeries(workloads, connections[0] ?? 1, stage), untilWarm, stage)
  const inTime = (pace: number) => pace * seconds
  for (const [nth, all] of rounded.entries())
    for (let round = 0; round < rounds; round++) {
      say(`Connections: ${connections[nth]}, round ${round + 1} of ${rounds}`)
      await takeRound(round % 2 === 0 ? all : all.toReversed(), inTime, stage)
    }
  return rounded.flat()
}

const newSeries = (workloads: Workload[], connections: number, { members }: Stage): Series[] =>
  workloads.flatMap(workload =>
    contendersOf(workload, members).map(contender => ({
      ...{ workload: workload.id, connections, contender },
      ...{ perSecond: [], p50: [], p99: [] },
    })),
  )

/** There is no limit to a sign-in but its hash, which the plain server makes, too. */
const contendersOf = (workload: Workload, members: Members): Contender[] =>
  queryOf(workload, members) ? ['ours', 'plain', 'bare', 'sql'] : ['ours', 'plain']

/** How many calls to send, by how many are answered in a second. */
type Amount = (perSecond: number) => number

async function takeRound(all: Series[], amount: Amount, stage: Stage) {
  for (const series of all) {
    const { perSecond, p50, p99 } = await takeTurn(series, amount, stage)
    series.perSecond.push(perSecond)
    series.p50.push(p50)
    series.p99.push(p99)
  }
}

async function takeTurn(series: Series, amount: Amount, stage: Stage): Promise<Measure> {
  const { workload, contender, connections } = series
  try {
    const pace = await warmUp(series, stage)
    return await measure(series, amount(pace), stage)
  } catch (error) {
    throw new Error(`${workload} by ${contender} with ${connections} connections failed.`, { cause: error })
  } finally {
    if (workloadOf(workload).method === 'POST') await stage.tidy()
  }
}

/** Sends as much as takes a moment. @returns how many calls were answered in a second */
async function warmUp(series: Series, stage: Stage): Promise<number> {
  const before = series.perSecond.at(-1)
  if (before !== undefined) return (await measure(series, (before * WARM_UP_MS) / 1_000, stage)).perSecond
  for (let calls = series.connections; ; calls *= 4) {
    const { perSecond, tookMs } = await measure(series, calls, stage)
    if (tookMs > WARM_UP_MS) return perSecond
  }
}

/** @param about how many calls are sent; each connection sends one at least */
function measure({ workload: id, contender, connections }: Series, about: number, stage: Stage) {
  const { targets, members, product } = stage
  const workload = workloadOf(id)
  const calls = Math.max(connections, Math.round(about))
  if (contender === 'sql') {
    const query = queryOf(workload, members)
    if (!query) throw new Error(`${id} asks nothing of the database alone.`)
    return queryAlone({ connection: product.connection, query, connections, calls })
  }
  const senders = { target: targets[contender], members, password: product.password }
  return sendLoad({
    ...{ url: targets[contender].url, connections, calls },
    callsOf: nth => callsOf(workload, nth, senders),
  })
}
