const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** PostgreSQL's error codes for shutdown, startup and overload (classes 08, 53, 57P), and for a timeout (57014). */
const OUTAGE_CODES = /^(08|53|57P)|^57014$/

/** `read_only_sql_transaction`: a server that was demoted to a standby, or whose operator allows no writes. */
export const READ_ONLY = '25006'

const DRIVER_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|client was closed and is not queryable|cannot use a pool after calling end/i

/** Whether a query failed because the database is unavailable, blocked or just migrated, not because of the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isOutdatedPlan(error)) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string') {
    if (code === READ_ONLY || (OUTAGE_CODES.test(code) && code.length === 5)) return true
    if (CONNECTION_ERRORS.has(code) && syscall !== 'open') return true
  }
  return DRIVER_MESSAGES.test(error.message)
}

/**
 * PostgreSQL reports this when a table has changed since a statement on it was prepared, because a newer server has
 * migrated. The code is shared by all unsupported features and the message is translated, so the routine is compared.
 */
function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/**
 * Whether the server behind a connection is of no more use: it has not answered a query within the driver's timeout, which
 * is longer than its own, or it allows no writes. The other connections to it are then as bad.
 */
export function isServerUnusable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY)
}

/** Whether the connection must not be used again after this error, because the next query would fail like this one. */
export const isConnectionUnusable = (error: unknown): boolean =>
  isOutdatedPlan(error) || isServerUnusable(error)
