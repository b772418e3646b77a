import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

/**
 * Runs a read on a standby if there is one that has everything, otherwise on the primary. For counts only, which many ask
 * for and which read much: never for what a person has just written, for consent or for phone numbers.
 */
export type Reader = <T>(read: (db: Database) => Promise<T>) => Promise<T>

type Options = {
  primary: Database
  /** null if no standby is set up. */
  standby: Database | null
  /** Gets the reason when a standby could not be used. */
  onFault: (reason: string) => void
  /** How long a standby may take to receive what the primary has, in milliseconds. */
  maxLagMs?: number
  /** For how long the primary is used after a standby could not be reached, in milliseconds. */
  restMs?: number
}

const MAX_LAG_MS = 500
const POLL_MS = 20
/** Connecting to a machine that is down takes two seconds, which only one of many reads should wait for. */
const REST_MS = 10_000

/**
 * Creates the reader of a process. Before each read the primary says how far its log has been written; a standby that has
 * replayed that far shows everything that was committed before the read. Asking a standby how old its last transaction is
 * would tell nothing: on an idle primary it is old, too.
 */
export function createReader({
  primary,
  standby,
  onFault,
  maxLagMs = MAX_LAG_MS,
  restMs = REST_MS,
}: Options): Reader {
  let restsUntil = 0
  if (standby === null) return read => read(primary)

  /** Check and read use one connection: a proxy leads each connection to another standby. */
  const readFromStandby = <T>(position: LogPosition, read: (db: Database) => Promise<T>) =>
    standby.connection().execute(async db => {
      if (!(await catchesUp(db, position, maxLagMs))) throw new Error('No standby has what the primary has.')
      return { result: await read(db) }
    })

  return async read => {
    if (performance.now() < restsUntil) return read(primary)
    const position = await writtenUpTo(primary)
    const found = await readFromStandby(position, read).catch((error: Error) => {
      restsUntil = performance.now() + restMs
      onFault(error.message)
      return null
    })
    return found === null ? read(primary) : found.result
  }
}

/**
 * A place in the log of a primary. A new primary begins a new timeline: a standby that still follows the lost one can be
 * ahead of a position without having what the new primary wrote up to it.
 */
type LogPosition = { timeline: string; position: string }

async function writtenUpTo(primary: Database): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select position::text, left(pg_walfile_name(position), 8) as timeline
      from pg_current_wal_lsn() as position`.execute(primary)
  const [written] = rows
  if (!written) throw new Error('PostgreSQL did not say how far its log is written.')
  return written
}

/**
 * Waits until a standby has replayed the log of a primary up to a position. A server that is not a standby never does.
 * A standby stores its timeline from time to time only, so after a failover it counts as behind for some minutes.
 */
async function catchesUp(
  standby: Database,
  { timeline, position }: LogPosition,
  withinMs: number,
): Promise<boolean> {
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await sql<{ hasAll: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn
             and lpad(upper(to_hex(min_recovery_end_timeline)), 8, '0') = ${timeline} as "hasAll"
        from pg_control_recovery()`.execute(standby)
    if (rows[0]?.hasAll) return true
    if (performance.now() - startedAt >= withinMs) return false
    await pause(POLL_MS)
  }
}
