import type pg from 'pg'

/** How often what was used is written: many sessions by one statement, and no call waits for it. */
const FLUSH_INTERVAL_MS = 1_000

/** Rows that another server is writing are skipped: it writes the same, and waiting for each other could deadlock. */
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
    // Without the database nothing is lost: the next call of the same session records its use again.
    await pool.query(RECORD_USE, [used]).catch(() => {})
  }

  return {
    /** Takes down that a session whose last use is more than an hour ago is used now. */
    record(token: string): void {
      tokens.add(token)
      timer ??= setTimeout(flush, FLUSH_INTERVAL_MS).unref()
    },
    /** Writes what is not written yet. */
    flush,
  }
}
