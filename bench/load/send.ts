import autocannon, { type Request, type Result } from 'autocannon'
import { type Measure, measureOf } from './measure.ts'

/** So long that a slow answer is waited for, and counted. */
const TIMEOUT_S = 120

type Load = {
  url: string
  connections: number
  /** How many all connections send together; at least one each. */
  calls: number
  /** What the nth connection sends, over and over. */
  callsOf: (nth: number) => Request[]
}

/**
 * Sends so many calls and waits for all answers: a load that ends with the clock leaves calls behind, which the server
 * goes on with while others are measured.
 * @throws when a call was not answered, or not with success
 */
export async function sendLoad({ url, connections, calls, callsOf }: Load): Promise<Measure> {
  const durations: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  let connection = 0
  let lastAt = 0
  const begunAt = performance.now()
  const sending = autocannon(
    {
      ...{ url, connections, amount: calls, timeout: TIMEOUT_S },
      // It looks only so often whether everything is answered.
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
    throw new Error(`${errors} calls got no answer, ${non2xx} no success: ${JSON.stringify(statusCodeStats)}`)
  return measureOf(durations, lastAt - begunAt)
}
