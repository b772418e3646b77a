import autocannon from 'autocannon'

const CONNECTIONS = 16
const SECONDS = 2

/** Calls answered a second, over 16 connections. @throws when any was not answered with success */
export async function perSecond(url: string, cookie: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers: { cookie } })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx + result.errors} calls failed`)
  return result.requests.total / result.duration
}

/** The middle of the values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
