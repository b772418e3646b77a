import autocannon, { type Request, type Result } from 'autocannon'
import { type Measure, measureOf } from './measure.ts'

/** Long enough that slow replies are counted, too. */
const TIMEOUT_S = 120

type Load = {
  url: string
  connections: number
  /** The total number of requests of all connections; at least one each. */
  calls: number
  /** The requests that the nth connection repeats. */
  callsOf: (nth: number) => Request[]
}

/**
 * Sends a number of requests and waits for all replies. A load that ends after a time would leave requests that the
 * server still processes while others are measured.
 * @throws when a call was not answered, or not with success
 */
export async function sendLoad({ url, connections, calls, callsOf }: Load): Promise<Measure> {
  const durations: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  let connection = 0
  let lastAt = 0
  const startedAt = performance.now()
  const sending = autocannon(
    {
      ...{ url, connections, amount: calls, timeout: TIMEOUT_S },
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
    throw new Error(
      `${errors} requests had no reply, ${non2xx} had no success: ${JSON.stringify(statusCodeStats)}`,
    )
  return measureOf(durations, lastAt - startedAt)
}
