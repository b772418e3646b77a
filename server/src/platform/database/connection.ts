import { CamelCasePlugin, Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isServerUnusable, READ_ONLY } from './outage.ts'
import { breakConnection, createPoolClient } from './pool-client.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/**
 * A transaction that is under way. A function takes one if all that it does must be stored or nothing, or if it needs the
 * locks of the transaction. It can be passed wherever a `Database` is taken.
 */
export type Transaction = KyselyTransaction<Schema>

/** The first row of a query; null if there is none. */
export const firstOrNull = async <Row>(query: {
  executeTakeFirst: () => Promise<Row | undefined>
}): Promise<Row | null> => (await query.executeTakeFirst()) ?? null

/** How to connect to PostgreSQL: the operator's connection string, or the Unix socket of the embedded server. */
export type Address = ({ connectionString: string } | { host: string; user: string; database: string }) & {
  /** Settings of PostgreSQL for these connections, such as `-c work_mem=8MB`. */
  options?: string
}

/** Each costs PostgreSQL 5 MB. More do not answer more calls: two cores are busy with four. */
export const MAX_CONNECTIONS = 8

/** PostgreSQL caches on a connection what it has looked up and planned on it, and frees none of it. */
const MAX_LIFETIME_SECONDS = 300

/** How often a connection is tried that leads to a standby. */
const TRIES = 3

/**
 * PostgreSQL ends a slow statement before the driver gives up on it. If the driver has to, PostgreSQL is gone, and the
 * connections to it are not used again.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 2_000,
  query_timeout: 3_000,
  statement_timeout: 2_500,
  idle_in_transaction_session_timeout: 10_000,
}

/** Dates without a time are read as text: a `Date` would shift them by the machine's time zone. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, text => text)

/**
 * Creates the connection pool of a process. A connection that breaks while idle is reported and replaced at the next
 * query; without the listener, the error would end the process.
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
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    Client: createPoolClient(),
    onConnect: refuseStandby,
  })
  pool.on('error', onIdleError)
  pool.on('connect', client =>
    // A connection can also break while it is checked out, between two queries. The next query then fails.
    client.on('error', error => {
      if (isServerUnusable(error)) pool.breakIdle(error)
    }),
  )
  return pool
}

/** Thrown instead of using a connection to a standby. It counts as an outage. */
class StandbyError extends Error {
  readonly code = READ_ONLY
}

/**
 * Refuses a new connection to a standby, to which a proxy can lead for some seconds during a failover: what it answers
 * may be old, and it accepts no writes. A primary never becomes a standby without closing its connections.
 *
 * The setting `in_hot_standby`, which PostgreSQL reports to new connections, is not enough: PgBouncer repeats the one that
 * it was told at its own first connection, for as long as it runs.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  if (rows[0]?.isStandby)
    throw new StandbyError('This PostgreSQL is a standby, which accepts no writes. The primary is needed.')
}

/**
 * The limit of calls that wait for the database in one queue. At 5 ms for a query and 8 connections, the last of them
 * waits for less than 200 ms. Further calls are refused at once instead of after the timeout.
 */
const MAX_QUEUE_LENGTH = 256

/** Thrown to a caller that finds the queue full. It can try again soon. */
export class QueueFullError extends Error {
  override message = 'Too many calls wait for the database.'
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: () => void,
) => void

/** A pool with a bounded queue. The queue of `pg` grows until memory runs out. */
class BoundedPool extends pg.Pool {
  #idle = new Set<pg.PoolClient>()

  constructor(options: pg.PoolConfig) {
    super(options)
    this.on('release', (_error, client) => this.#idle.add(client))
    this.on('acquire', client => this.#idle.delete(client))
    this.on('remove', client => this.#idle.delete(client))
  }

  /**
   * Breaks the idle connections, so that each is replaced. Otherwise, when a server goes silent without closing its
   * connections, as many calls would wait for the timeout as there are connections, one after the other.
   */
  breakIdle(error: Error) {
    const idle = [...this.#idle]
    this.#idle.clear()
    for (const client of idle) breakConnection(client, error)
  }

  // `pool.query` passes a callback; Kysely expects a promise.
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount >= MAX_QUEUE_LENGTH) {
      if (!callback) return Promise.reject(new QueueFullError())
      setImmediate(callback, new QueueFullError(), undefined, () => {})
    } else if (callback) super.connect(callback)
    else return this.#connectToPrimary()
    return undefined
  }

  /** While a proxy takes two servers for the primary, it leads the next connection to the other one. */
  async #connectToPrimary(tried = 1): Promise<pg.PoolClient> {
    try {
      return await super.connect()
    } catch (error) {
      if (tried === TRIES || !(error instanceof StandbyError)) throw error
      return this.#connectToPrimary(tried + 1)
    }
  }
}

/** The query builder over a pool. Names are snake_case in the database and camelCase in TypeScript. */
export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })

/** Runs `work` in a transaction: all of its changes are committed, or none. */
export const inTransaction = <T>(db: Database, work: (db: Transaction) => Promise<T>): Promise<T> =>
  db.transaction().execute(work)
