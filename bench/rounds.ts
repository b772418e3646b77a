import autocannon, { type Request, type Result } from 'autocannon'
import { callsOf } from './calls.ts'
import { quantile } from './figures.ts'
import type { Setup } from './setup.ts'
import type { Workload } from './workloads.ts'

/** What is compared: the product and the plain server. */
export type Contender = 'ours' | 'plain'

/** The results of one contender with one workload, one value per round. Durations are in ms. */
export type Series = {
  workload: Workload
  connections: number
  contender: Contender
  perSecond: number[]
  p50: number[]
  p99: number[]
}

type Plan = { workloads: Workload[]; connections: number[]; rounds: number; seconds: number }

/** Before each measurement: opens connections, prepares statements, loads pages into memory. */
const WARM_UP_S = 0.3
/** Before the first measurement: the JIT compiler needs some hundred requests, which can take many seconds. */
const WARM_UP_CALLS = 1_000
const MAX_WARM_UP_S = 10

/**
 * Measures everything: in each round both contenders run every workload in turn while the other idles, so that a slower
 * machine slows both; every second round has the opposite order. The first round is not counted, because code is slow
 * until the JIT compiler has optimized it.
 * @throws an error that names the contender that failed
 */
export async function measureRounds(
  { workloads, connections, rounds, seconds }: Plan,
  setup: Setup,
  report: (line: string) => void,
): Promise<Series[]> {
  const measured = connections.map(count => newSeries(workloads, count))
  report('Warm-up round')
  for (const series of newSeries(workloads, connections[0] ?? 1))
    await measureSeries(series, pace => Math.min(WARM_UP_CALLS, pace * MAX_WARM_UP_S), setup)
  for (const [nth, all] of measured.entries())
    for (let round = 0; round < rounds; round++) {
      report(`Connections: ${connections[nth]}, round ${round + 1} of ${rounds}`)
      for (const series of round % 2 === 0 ? all : all.toReversed())
        await measureSeries(series, pace => pace * seconds, setup)
    }
  return measured.flat()
}

const newSeries = (workloads: Workload[], connections: number): Series[] =>
  workloads.flatMap(workload =>
    (['ours', 'plain'] as const).map(contender => {
      return { workload, connections, contender, perSecond: [], p50: [], p99: [] }
    }),
  )

/** @param amount the number of requests to send, from the number of replies per second */
async function measureSeries(series: Series, amount: (perSecond: number) => number, setup: Setup) {
  const { workload, contender, connections } = series
  const senders = { ...setup, target: setup.targets[contender] }
  const send = (calls: number) =>
    sendCalls(senders.target.url, connections, calls, nth => callsOf(workload, nth, senders))
  try {
    let pace = series.perSecond.at(-1)
    if (pace !== undefined) await send(pace * WARM_UP_S)
    for (let calls = connections; pace === undefined; calls *= 4) {
      const { durations, seconds } = await send(calls)
      if (seconds > WARM_UP_S) pace = durations.length / seconds
    }
    const { durations, seconds } = await send(amount(pace))
    series.perSecond.push(durations.length / seconds)
    series.p50.push(quantile(durations, 0.5))
    series.p99.push(quantile(durations, 0.99))
  } catch (error) {
    throw new Error(`${workload.id} by ${contender} with ${connections} connections failed.`, {
      cause: error,
    })
  } finally {
    if (workload.method === 'POST') await setup.reset()
  }
}

/** Long enough that slow replies are counted, too. */
const TIMEOUT_S = 120

/**
 * Sends a number of requests and waits for all replies. A load that ends after a time would leave requests that the
 * server still processes while others are measured.
 * @param calls how many; each connection sends at least one
 * @param callsOf the requests that the nth connection repeats
 * @returns the latency of each request in ms, and how long the whole load took
 * @throws when a call was not answered, or not with success
 */
async function sendCalls(
  url: string,
  connections: number,
  calls: number,
  callsOf: (nth: number) => Request[],
) {
  const durations: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  let connection = 0
  let lastAt = 0
  const startedAt = performance.now()
  const sending = autocannon(
    {
      url,
      connections,
      amount: Math.max(connections, Math.round(calls)),
      timeout: TIMEOUT_S,
      // The interval at which it checks whether all replies have arrived.
      sampleInt: 10,
      setupClient: client => client.setRequests(callsOf(connection++)),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  )
  sending.on('response', (_client, _status, _bytes, duration) => {
    durations.push(duration)
    lastAt = performance.now()
  })
  const { non2xx, errors, statusCodeStats } = await promise
  if (non2xx > 0 || errors > 0)
    throw new Error(`${errors} had no reply, ${non2xx} no success: ${JSON.stringify(statusCodeStats)}`)
  return { durations, seconds: (lastAt - startedAt) / 1_000 }
}
