import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { preparingClients } from './preparing-client.ts'
import type { Schema } from './schema.ts'
import { MAX_WAITING, tooBusy } from './too-busy.ts'

export type Database = Kysely<Schema>

/** Where PostgreSQL is: an address of the operator's, or the socket of our own cluster. */
export type Address = { connectionString: string } | { host: string; user: string; database: string }

const MAX_CONNECTIONS = 16

const TIMEOUTS = {
  connectionTimeoutMillis: 2_000,
  query_timeout: 3_000,
  statement_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** A date without a time is text here: a Date would move it by the machine's time zone. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, text => text)

/**
 * Opens the one pool of a process. A connection that breaks while idle is reported, and replaced at the next
 * query; without the listener it would end the process.
 */
export function createPool(
  address: Address,
  onIdleError: (error: Error) => void,
  { hasTimeouts = true, connections = MAX_CONNECTIONS } = {},
): pg.Pool {
  const pool = new BoundedPool({
    ...address,
    ...(hasTimeouts && TIMEOUTS),
    types,
    max: connections,
    Client: preparingClients(),
  })
  pool.on('error', onIdleError)
  // A connection can also break while it is lent out and between two queries; the next query tells its borrower.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

type Lend = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void

/** A pool whose queue has an end; the driver's own is as long as there is memory. */
class BoundedPool extends pg.Pool {
  // The driver's `query` lends a connection by a callback, the query builder by a promise.
  override connect(): Promise<pg.PoolClient>
  override connect(lend: Lend): void
  override connect(lend?: Lend): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount >= MAX_WAITING) {
      if (!lend) return Promise.reject(tooBusy())
      setImmediate(lend, tooBusy(), undefined, () => {})
    } else if (lend) super.connect(lend)
    else return super.connect()
    return undefined
  }
}

/** The query builder over a pool; snake_case there is camelCase here. */
export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })

/** Runs all of `act` or nothing. */
export const inTransaction = <T>(db: Database, act: (db: Transaction<Schema>) => Promise<T>): Promise<T> =>
  db.transaction().execute(act)
