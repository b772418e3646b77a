import type pg from 'pg'
import { READ_ONLY } from './outage.ts'

const standbys = new WeakSet<pg.ClientBase>()

/** Thrown instead of using a connection to a standby. It counts as an outage. */
class StandbyError extends Error {
  readonly code = READ_ONLY
}

/** PostgreSQL reports `in_hot_standby` while a connection is opened, and again when the standby becomes the primary. */
export function noticeStandby(client: pg.Client): void {
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby') return
    if (parameterValue === 'on') standbys.add(client)
    else standbys.delete(client)
  })
}

/**
 * Refuses a new connection to a standby, to which a proxy can lead for some seconds during a failover: what it answers
 * may be old, and it accepts no writes. A primary never becomes a standby without closing its connections.
 */
export function refuseStandby(client: pg.ClientBase): void {
  if (standbys.has(client))
    throw new StandbyError('This PostgreSQL is a standby, which accepts no writes. The primary is needed.')
}
