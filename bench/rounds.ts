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
const WARM_UP_SECONDS = 0.3

/** Of each connection, before a rate means something; more time is taken until there are. */
const FEWEST_ANSWERS = 2
const LONGEST_SECONDS = 30

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
  await takeRound(newSeries(workloads, connections[0] ?? 1, stage), seconds, stage)
  for (const [nth, all] of rounded.entries())
    for (let round = 0; round < rounds; round++) {
      say(`Connections: ${connections[nth]}, round ${round + 1} of ${rounds}`)
      await takeRound(round % 2 === 0 ? all : all.toReversed(), seconds, stage)
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

async function takeRound(all: Series[], seconds: number, stage: Stage) {
  for (const series of all) {
    const { perSecond, p50, p99 } = await takeTurn(series, seconds, stage)
    series.perSecond.push(perSecond)
    series.p50.push(p50)
    series.p99.push(p99)
  }
}

type Turn = Pick<Series, 'workload' | 'contender' | 'connections'>

async function takeTurn(turn: Turn, seconds: number, stage: Stage): Promise<Measure> {
  try {
    await measure(turn, WARM_UP_SECONDS, stage)
    return await measureEnough(turn, seconds, stage)
  } catch (error) {
    const { workload, contender, connections } = turn
    throw new Error(`${workload} by ${contender} with ${connections} connections failed.`, { cause: error })
  } finally {
    if (workloadOf(turn.workload).method === 'POST') await stage.tidy()
  }
}

async function measureEnough(turn: Turn, seconds: number, stage: Stage): Promise<Measure> {
  const found = await measure(turn, seconds, stage)
  const isEnough = found.answered >= FEWEST_ANSWERS * turn.connections || seconds >= LONGEST_SECONDS
  return isEnough ? found : measureEnough(turn, seconds * 3, stage)
}

function measure({ workload: id, contender, connections }: Turn, seconds: number, stage: Stage) {
  const { targets, members, product } = stage
  const workload = workloadOf(id)
  if (contender === 'sql') {
    const query = queryOf(workload, members)
    if (!query) throw new Error(`${id} asks nothing of the database alone.`)
    return queryAlone({ address: product.address, query, connections, seconds })
  }
  const senders = { target: targets[contender], members, password: product.password }
  return sendLoad({
    ...{ url: targets[contender].url, connections, seconds },
    callsOf: nth => callsOf(workload, nth, senders),
  })
}
