import { isOutdatedPlan } from './preparing-client.ts'

const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** PostgreSQL's error codes for shutdown, startup and overload (classes 08, 53, 57P), and for a timeout (57014). */
const OUTAGE_CODES = /^(08|53|57P)|^57014$/

const DRIVER_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|cannot use a pool after calling end/i

/** Whether a query failed because the database is unavailable, blocked or just migrated, not because of the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isOutdatedPlan(error)) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string') {
    if (OUTAGE_CODES.test(code) && code.length === 5) return true
    if (CONNECTION_ERRORS.has(code) && syscall !== 'open') return true
  }
  return DRIVER_MESSAGES.test(error.message)
}
