import type pg from 'pg'

/** Uses are written in one statement per interval, so that no call waits for the write. */
const FLUSH_INTERVAL_MS = 1_000

/** Skips rows that another server is updating: it writes the same value, and waiting for each other could deadlock. */
const RECORD_USE = `
  update sessions set last_used_at = now() where id in (
    select id from sessions where token = any($1) and last_used_at < now() - interval '1 hour'
    for update skip locked)`

/** Records when sessions were last used, at most once an hour each. */
export function createLastUseRecorder(pool: pg.Pool) {
  const tokens = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (tokens.size === 0) return
    const used = [...tokens]
    tokens.clear()
    // If the database is unavailable, nothing is lost: the next call of the same session records its use again.
    await pool.query(RECORD_USE, [used]).catch(() => {})
  }

  return {
    /** Records the use of a session whose last recorded use is more than an hour ago. */
    record(token: string): void {
      tokens.add(token)
      timer ??= setTimeout(flush, FLUSH_INTERVAL_MS).unref()
    },
    /** Writes the recorded uses now. */
    flush,
  }
}
