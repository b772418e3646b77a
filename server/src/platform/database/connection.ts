import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { createPreparingClient } from './preparing-client.ts'
import { MAX_QUEUE_LENGTH, queueFullRefusal } from './queue-limit.ts'
import type { Schema } from './schema.ts'

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
    Client: createPreparingClient(),
  })
  pool.on('error', onIdleError)
  // A connection can also break while it is lent out and between two queries; the next query tells its borrower.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: () => void,
) => void

/** A pool whose queue has an end; the driver's own is as long as there is memory. */
class BoundedPool extends pg.Pool {
  // The driver's `query` lends a connection by a callback, the query builder by a promise.
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount >= MAX_QUEUE_LENGTH) {
      if (!callback) return Promise.reject(queueFullRefusal())
      setImmediate(callback, queueFullRefusal(), undefined, () => {})
    } else if (callback) super.connect(callback)
    else return super.connect()
    return undefined
  }
}

/** The query builder over a pool; snake_case there is camelCase here. */
export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })

/** Runs `work` in a transaction: all of its changes are committed, or none. */
export const inTransaction = <T>(db: Database, work: (db: Transaction<Schema>) => Promise<T>): Promise<T> =>
  db.transaction().execute(work)
