import { MINUTE_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../database/connection.ts'

/** A row of a table has changed. `personId` is the person that the row is about. */
export type Change = { table: string; personId: string | null }

/** How far a reader has read, and on which start of PostgreSQL: the log does not survive a crash. */
type Position = { snapshot: string; startedAt: string; readAt: number }

/** What has changed since the last poll; `missed` if that is unknown. */
export type ChangesSince = { changes: Change[]; missed: boolean }

/** Entries are older than the longest pause between two polls of a reader before they are removed. */
const LIFETIME_MS = RETENTION.liveChangeMinutes * MINUTE_MS
const MAX_PAUSE_MS = LIFETIME_MS / 2

/** Without a table if nothing has changed. */
type Changed = { table_name: string | null; person_id: string | null }

type Row = Changed & { snapshot: string; started_at: string }

const NOW = 'select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as started_at'

/**
 * An entry is new if its transaction was not visible in the snapshot of the last poll. Entries numbered by a sequence
 * would be missed if they commit later than entries with higher numbers.
 */
const SINCE = `
  select now.*, new.* from (${NOW}) now left join (
    select distinct table_name, person_id from live_changes
     where transaction >= pg_snapshot_xmin($1::pg_snapshot)
       and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
  ) new on true`

/** Reads the log of changes from one poll to the next. The first poll finds nothing: changes count from then on. */
export function createChangeReader(pool: pg.Pool): () => Promise<ChangesSince> {
  let position: Position | null = null
  return async () => {
    const last = position
    const { rows } = last
      ? await pool.query<Row>({ name: 'read-live-changes', text: SINCE, values: [last.snapshot] })
      : await pool.query<Row>(NOW)
    const [first] = rows
    if (!first) throw new Error('Polling the log of changes returned no row.')
    const readAt = performance.now()
    position = { snapshot: first.snapshot, startedAt: first.started_at, readAt }
    if (!last) return { changes: [], missed: false }
    const missed = last.startedAt !== first.started_at || readAt - last.readAt > MAX_PAUSE_MS
    return { changes: changesIn(rows), missed }
  }
}

const changesIn = (rows: Changed[]): Change[] =>
  rows.flatMap(({ table_name, person_id }) =>
    table_name === null ? [] : [{ table: table_name, personId: person_id }],
  )

/** Longer than any transaction of the product: an entry has the time at which its transaction began. */
const MAX_TRANSACTION_MS = MINUTE_MS

const RECENT = `
  select pg_postmaster_start_time() > now() - make_interval(secs => $1) as missed, recent.*
    from (values (now() - make_interval(secs => $1::float8 + $2::float8))) as limits (earliest)
    left join lateral (
      select distinct table_name, person_id from live_changes where changed_at >= earliest
    ) recent on true`

/** What has changed in the last milliseconds, and maybe some of what had changed before. */
export async function findRecentChanges(pool: pg.Pool, ms: number): Promise<ChangesSince> {
  if (ms + MAX_TRANSACTION_MS > MAX_PAUSE_MS) return { changes: [], missed: true }
  const { rows } = await pool.query<Changed & { missed: boolean }>({
    name: 'find-recent-live-changes',
    text: RECENT,
    values: [ms / 1000, MAX_TRANSACTION_MS / 1000],
  })
  return { changes: changesIn(rows), missed: rows.some(({ missed }) => missed) }
}

/** Removes the entries that every reader has read. */
export async function removeOldChanges(db: Database): Promise<void> {
  await sql`
    delete from live_changes where changed_at < now() - make_interval(secs => ${LIFETIME_MS / 1000})`.execute(
    db,
  )
}
