import type pg from 'pg'
import { READ_ONLY } from './outage.ts'

/** Thrown instead of using a connection to a standby. It counts as an outage. */
export class StandbyError extends Error {
  readonly code = READ_ONLY
}

/**
 * Refuses a new connection to a standby, to which a proxy can lead for some seconds during a failover: what it answers
 * may be old, and it accepts no writes. A primary never becomes a standby without closing its connections.
 *
 * The setting `in_hot_standby`, which PostgreSQL reports to new connections, is not enough: PgBouncer repeats the one that
 * it was told at its own first connection, for as long as it runs.
 */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  if (rows[0]?.isStandby)
    throw new StandbyError('This PostgreSQL is a standby, which accepts no writes. The primary is needed.')
}
