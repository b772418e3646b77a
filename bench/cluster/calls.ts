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
  /** Whether calls to a server may find nobody, because it was killed. */
  mayBeCut?: (server: string) => boolean
  /** Until then replies to writes were lost on purpose. Such writes are stored, so that a server may call itself ready. */
  repliesLostUntil?: number
}

/** What is wrong with the calls of a trial. */
export function judgeCalls(
  calls: Call[],
  { mayBeCut = () => false, repliesLostUntil = 0 }: Circumstances = {},
): CallFaults {
  const unexpected = calls.filter(
    call => !isExpected(call) && !(call.status === null && mayBeCut(call.server)),
  )
  return {
    unexpected: unexpected.map(describe),
    staleReads: calls
      .filter(({ missing }) => missing > 0)
      .map(({ kind, server, missing }) => `${kind} at ${server} without ${missing}`),
    maxMs: Math.max(0, ...calls.map(({ startedAt, endedAt }) => endedAt - startedAt)),
    falselyReady: calls.filter(call => isFalselyReady(call, calls, repliesLostUntil)).length,
  }
}

const isExpected = ({ status, hasRetryAfter }: Call) =>
  status !== null && ((status >= 200 && status < 300) || (status === 503 && hasRetryAfter))

const describe = ({ kind, server, status, hasRetryAfter }: Call) =>
  `${kind} at ${server}: ${status ?? 'cut off'}${status === 503 && !hasRetryAfter ? ' without Retry-After' : ''}`

/**
 * Whether a server called itself ready although a write had failed before, one failed that began afterwards, and none
 * succeeded in between.
 */
function isFalselyReady(ready: Call, calls: Call[], repliesLostUntil: number): boolean {
  if (ready.kind !== 'ready' || ready.status !== 200) return false
  const writes = calls.filter(({ kind, server }) => kind === 'write' && server === ready.server)
  const before = writes.filter(({ endedAt }) => endedAt <= ready.startedAt)
  const after = writes.filter(({ endedAt }) => endedAt > ready.startedAt)
  const lastBefore = latest(before)
  const firstAfter = after.toSorted((one, other) => one.endedAt - other.endedAt)[0]
  const nextBegun = after.filter(({ startedAt }) => startedAt >= ready.endedAt)
  const nextFailure = nextBegun.find(isFailure)
  if (!lastBefore || !firstAfter || !nextFailure) return false
  if (nextFailure.startedAt < repliesLostUntil) return false
  const succeedsBetween = after.some(call => !isFailure(call) && call.endedAt <= nextFailure.endedAt)
  return isFailure(lastBefore) && !succeedsBetween
}

const isFailure = ({ status }: Call) => status === null || status >= 300
const latest = (calls: Call[]) => calls.toSorted((one, other) => other.endedAt - one.endedAt)[0]

/** From `from` until every server has acknowledged a write; null if one never did. */
export function writesBackMs(calls: Call[], from: number, servers: string[]): number | null {
  const firsts = servers.map(server =>
    Math.min(
      ...calls
        .filter(call => call.kind === 'write' && call.server === server && !isFailure(call))
        .map(({ endedAt }) => endedAt)
        .filter(endedAt => endedAt > from),
    ),
  )
  const last = Math.max(...firsts)
  return Number.isFinite(last) ? last - from : null
}
