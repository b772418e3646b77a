import autocannon, { type Request, type Result } from 'autocannon'
import { type Measure, measureOf } from './measure.ts'

/** So long that a slow answer is waited for, and counted. */
const TIMEOUT_S = 120

type Load = {
  url: string
  connections: number
  seconds: number
  /** What the nth connection sends, over and over. */
  callsOf: (nth: number) => Request[]
}

/** Sends a load for so many seconds. @throws when a call was not answered, or not with success */
export async function sendLoad({ url, connections, seconds, callsOf }: Load): Promise<Measure> {
  const durations: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  let connection = 0
  const begunAt = performance.now()
  const sending = autocannon(
    {
      ...{ url, connections, duration: seconds, timeout: TIMEOUT_S },
      // It looks only so often whether its time is over.
      sampleInt: 20,
      setupClient: client => client.setRequests(callsOf(connection++)),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  )
  sending.on('response', (_client, _status, _bytes, duration) => void durations.push(duration))
  const { non2xx, errors, statusCodeStats } = await promise
  const tookMs = performance.now() - begunAt
  if (non2xx > 0 || errors > 0)
    throw new Error(`${errors} calls got no answer, ${non2xx} no success: ${JSON.stringify(statusCodeStats)}`)
  return measureOf(durations, tookMs)
}
