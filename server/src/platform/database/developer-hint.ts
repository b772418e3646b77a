/** PostgreSQL's words for a table, column, index or function that is not there. */
const MISSING_OBJECT_CODES = new Set(['42P01', '42703', '42704', '42883', '42P10'])

/** PostgreSQL's own time-out, and the driver's, which comes first when the line is slow. */
const isTimeout = ({ code, message }: { code?: unknown; message: string }) =>
  code === '57014' || message === 'Query read timeout'

/**
 * What a developer can do about a query that failed (spec §8); undefined for what no migration mends. It names
 * tables and columns: it is not for production.
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
