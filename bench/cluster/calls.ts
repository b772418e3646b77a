/** One call of the load, as the person who makes it sees it. Times are on the clock of `performance.now()`. */
export type Call = {
  kind: 'write' | 'list'
  /** The name of the server. */
  server: string
  startedAt: number
  endedAt: number
  /** null if the connection was refused or cut. */
  status: number | null
  hasRetryAfter: boolean
  /** Whether a read did not show a write that had been acknowledged before the read began. */
  isStale: boolean
}

/** What is wrong with the calls of a trial. @param killedServer whose callers may find nobody */
export function judgeCalls(calls: Call[], killedServer?: string) {
  const isExpected = ({ status, server, hasRetryAfter }: Call) =>
    status === null ? server === killedServer : status < 300 || (status === 503 && hasRetryAfter)
  return {
    /** Statuses that nobody should see. */
    unexpected: calls.filter(call => !isExpected(call)).map(describe),
    staleReads: calls.filter(({ isStale }) => isStale).length,
    maxMs: Math.max(0, ...calls.map(({ startedAt, endedAt }) => endedAt - startedAt)),
  }
}

const describe = ({ kind, server, status, hasRetryAfter }: Call) =>
  `${kind} at ${server}: ${status ?? 'cut off'}${status === 503 && !hasRetryAfter ? ' without Retry-After' : ''}`

/** When each acknowledged write at a server ended. */
const acknowledgedAt = (calls: Call[], name: string) =>
  calls
    .filter(call => call.kind === 'write' && call.server === name && call.status === 201)
    .map(({ endedAt }) => endedAt)

/** From `from` until every server has acknowledged a write; null if one never did. */
export function writesBackMs(calls: Call[], from: number, servers: string[]): number | null {
  const firsts = servers.map(server => acknowledgedAt(calls, server).find(time => time > from))
  return firsts.includes(undefined) ? null : Math.max(...(firsts as number[])) - from
}

/** The longest time between two acknowledged writes at a server. */
export function longestGap(calls: Call[], server: string): number {
  const times = acknowledgedAt(calls, server)
  return Math.max(0, ...times.slice(1).map((time, at) => time - (times[at] ?? time)))
}
