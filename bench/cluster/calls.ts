/** One call of the load, as the person who makes it sees it. Times are on the clock of `performance.now()`. */
export type Call = {
  kind: 'write' | 'list' | 'counts' | 'ready'
  /** The name of the server. */
  server: string
  startedAt: number
  endedAt: number
  /** null if the connection was refused or cut. */
  status: number | null
  hasRetryAfter: boolean
  /** What a read did not show although its write had been acknowledged before the read began. */
  missing: number
}

/** What is true of every call, whatever happens to the cluster. */
export type CallFaults = {
  /** Statuses that nobody should see. */
  unexpected: string[]
  staleReads: string[]
  maxMs: number
  /** How often `/readyz` answered 200 while writes at the same server failed before and after. */
  falselyReady: number
}

type Circumstances = {
  /** A server whose callers may find nobody, because it was killed. */
  killedServer?: string | undefined
  /** Whether replies were lost on purpose. Such writes are stored, so that a server may call itself ready. */
  losesReplies?: boolean | undefined
}

/** What is wrong with the calls of a trial, which are in the order of their ends. */
export function judgeCalls(calls: Call[], { killedServer, losesReplies }: Circumstances = {}): CallFaults {
  const isExpected = ({ status, server, hasRetryAfter }: Call) =>
    status === null ? server === killedServer : status < 300 || (status === 503 && hasRetryAfter)
  const ready = calls.filter(({ kind, status }) => kind === 'ready' && status === 200)
  return {
    unexpected: calls.filter(call => !isExpected(call)).map(describe),
    staleReads: calls
      .filter(({ missing }) => missing > 0)
      .map(({ kind, server, missing }) => `${kind} at ${server} without ${missing}`),
    maxMs: Math.max(0, ...calls.map(({ startedAt, endedAt }) => endedAt - startedAt)),
    falselyReady: losesReplies ? 0 : ready.filter(call => isFalselyReady(call, calls)).length,
  }
}

const describe = ({ kind, server, status, hasRetryAfter }: Call) =>
  `${kind} at ${server}: ${status ?? 'cut off'}${status === 503 && !hasRetryAfter ? ' without Retry-After' : ''}`

/**
 * Whether a server called itself ready although the write that ended last before had failed, and so did all that ended
 * afterwards, up to the first that also began afterwards.
 */
function isFalselyReady(ready: Call, calls: Call[]): boolean {
  const writes = calls.filter(({ kind, server }) => kind === 'write' && server === ready.server)
  const before = writes.findLast(({ endedAt }) => endedAt <= ready.startedAt)
  const after = writes.filter(({ endedAt }) => endedAt > ready.startedAt)
  const next = after.findIndex(({ startedAt }) => startedAt >= ready.endedAt)
  return before !== undefined && isFailure(before) && next >= 0 && after.slice(0, next + 1).every(isFailure)
}

const isFailure = ({ status }: Call) => status === null || status >= 300

/** When each acknowledged write at a server ended. */
const acknowledgedAt = (calls: Call[], name: string) =>
  calls
    .filter(call => call.kind === 'write' && call.server === name && !isFailure(call))
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
