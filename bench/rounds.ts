import autocannon, { type Request } from 'autocannon'
import { callsOf } from './calls.ts'
import { quantile } from './figures.ts'
import { removeWrites } from './members.ts'
import type { Options } from './options.ts'
import type { Setup } from './setup.ts'
import type { Workload } from './workloads.ts'

/** What is compared: the product and the plain server. */
export type Contender = 'ours' | 'plain'

/** What one load showed. Latencies are in ms. */
export type Measure = { perSecond: number; p50: number; p99: number }

/** The measures of one contender with one workload, one per round. */
export type Series = { workload: Workload; contender: Contender; measures: Measure[] }

/** Before each measurement: opens connections, prepares statements, loads pages into memory. */
const WARM_UP_S = 0.3

/**
 * Measures everything: in each round both contenders run every workload in turn while the other idles, so that a slower
 * machine slows both; every second round has the opposite order. The first round is not counted, because code is slow
 * until the JIT compiler has optimized it.
 * @throws an error that names the contender that failed
 */
export async function measureRounds(options: Options, setup: Setup): Promise<Series[]> {
  const { workloads, rounds } = options
  const all = workloads.flatMap((workload): Series[] => [
    { workload, contender: 'ours', measures: [] },
    { workload, contender: 'plain', measures: [] },
  ])
  for (let round = 0; round <= rounds && all.length > 0; round++) {
    console.error(round === 0 ? 'Warm-up round' : `Round ${round} of ${rounds}`)
    for (const series of round % 2 === 0 ? all : all.toReversed()) {
      const measure = await measureLoad(series, options, setup)
      if (round > 0) series.measures.push(measure)
    }
  }
  return all
}

/** Sends calls for about so many seconds, after a warm-up that shows how many those are. */
async function measureLoad(
  { workload, contender }: Series,
  { connections, seconds }: Options,
  setup: Setup,
): Promise<Measure> {
  const target = setup.targets[contender]
  const send = (calls: number) =>
    sendCalls(target.url, connections, calls, nth => callsOf(workload, nth, { ...setup, target }))
  try {
    let calls = connections
    let warm = await send(calls)
    while (warm.seconds < WARM_UP_S) {
      calls *= 4
      warm = await send(calls)
    }
    const sent = await send(Math.max(connections, Math.round((calls / warm.seconds) * seconds)))
    return {
      perSecond: sent.durations.length / sent.seconds,
      p50: quantile(sent.durations, 0.5),
      p99: quantile(sent.durations, 0.99),
    }
  } catch (error) {
    throw new Error(`${workload.id} by ${contender} failed.`, {
      cause: error,
    })
  } finally {
    if (workload.method === 'POST') await removeWrites(setup.db, setup.members)
  }
}

/** Long enough that slow replies are counted, too. */
const TIMEOUT_S = 120

/**
 * Sends a number of requests and waits for all replies. A load that ends after a time would leave requests that the
 * server still processes while others are measured.
 * @param amount how many; at least one for each connection
 * @param callsOf the requests that the nth connection repeats
 * @returns the latency of each request in ms, and how long the whole load took
 * @throws when a call was not answered, or not with success
 */
async function sendCalls(
  url: string,
  connections: number,
  amount: number,
  callsOf: (nth: number) => Request[],
) {
  const durations: number[] = []
  let connection = 0
  let lastAt = 0
  const startedAt = performance.now()
  const { non2xx, errors, statusCodeStats } = await autocannon({
    url,
    connections,
    amount,
    timeout: TIMEOUT_S,
    // The interval at which it checks whether all replies have arrived.
    sampleInt: 10,
    setupClient: client => {
      client.setRequests(callsOf(connection++))
      client.on('response', (_status, _bytes, duration) => {
        durations.push(duration)
        lastAt = performance.now()
      })
    },
  })
  if (non2xx > 0 || errors > 0)
    throw new Error(`${errors} had no reply, ${non2xx} no success: ${JSON.stringify(statusCodeStats)}`)
  return { durations, seconds: (lastAt - startedAt) / 1_000 }
}
