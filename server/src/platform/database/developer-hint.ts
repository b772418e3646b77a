/** PostgreSQL's error codes for a missing table, column, index or function. */
const MISSING_OBJECT_CODES = new Set(['42P01', '42703', '42704', '42883', '42P10'])

/** The statement timeout of PostgreSQL, or the query timeout of the driver, which comes first on a slow connection. */
const isTimeout = ({ code, message }: { code?: unknown; message: string }) =>
  code === '57014' || message === 'Query read timeout'

/**
 * Tells a developer how to fix a failed query (spec §8); undefined if no migration can fix it. The hint names tables and
 * columns, so it must not be sent in production.
 */
export function developerHint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && MISSING_OBJECT_CODES.has(code))
    return `The database lacks something (${error.message}): a migration has not run. Restart the server, which runs it.`
  if (isTimeout(error))
    return 'This query took too long: an index may be missing. Look at it with EXPLAIN (ANALYZE, BUFFERS) and add a migration that makes the index.'
  return undefined
}
