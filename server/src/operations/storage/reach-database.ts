import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import pg from 'pg'
import { createPool } from '../../platform/database/connection.ts'
import { isDatabaseUnavailable } from '../../platform/database/outage.ts'

const RETRY_MS = 1_000
const REPEAT_MESSAGE_MS = MINUTE_MS

type Options = {
  connectionString: string
  /** Whether to wait until PostgreSQL can be reached, as a server does that is started during an outage. */
  waits: boolean
  log: (message: string) => void
}

/**
 * Runs `act` on the operator's PostgreSQL, again if PostgreSQL goes away meanwhile and `waits` is true.
 * @throws an error that says what to do
 */
export async function onceReachable(
  act: () => Promise<void>,
  { connectionString, waits, log }: Options,
): Promise<void> {
  let nextMessageAt = 0
  for (;;) {
    try {
      await tryToConnect(connectionString)
      return await act()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isUnknownParameter(error)) throw explained(error)
      const message = unreachable(connectionString, error)
      if (!waits) throw new Error(`${message} Then try again.`, { cause: error })
      if (performance.now() >= nextMessageAt) {
        log(`${message} The server waits and tries again every second.`)
        nextMessageAt = performance.now() + REPEAT_MESSAGE_MS
      }
      await pause(RETRY_MS)
    }
  }
}

/** Connections for migrations have no timeouts. These have. */
async function tryToConnect(connectionString: string) {
  const pool = createPool({ connectionString }, () => {})
  try {
    await pool.query('select').catch(error => {
      throw isDatabaseUnavailable(error) || isUnknownParameter(error)
        ? error
        : refused(connectionString, error)
    })
    await requireOwnSessions(pool)
  } finally {
    await pool.end()
  }
}

function unreachable(connectionString: string, error: unknown) {
  return `PostgreSQL at ${hostOf(connectionString)} is not available (${reasonOf(error)}). Check that it runs and that DATABASE_URL is right.`
}

/** Waiting does not help against a wrong password or a missing database. */
const refused = (connectionString: string, cause: unknown) =>
  new Error(
    `PostgreSQL at ${hostOf(connectionString)} refuses the connection (${reasonOf(cause)}). ` +
      'Check DATABASE_URL: its user, password, database and sslmode.',
    { cause },
  )

function hostOf(connectionString: string) {
  const { host, port } = new pg.Client({ connectionString })
  return `${host}:${port}`
}

/** A host name with several addresses fails with an error that has a code and no message. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** PgBouncer refuses settings that it does not know, unless it is told to ignore them. */
const isUnknownParameter = (error: unknown) =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter')

const explained = (error: unknown) =>
  isUnknownParameter(error)
    ? new Error(
        'PgBouncer refuses the connection. Add this to its configuration and restart it: ' +
          'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
        { cause: error },
      )
    : error

/** One round tells as long as nobody else uses the pooler; several also tell while others do. */
const ROUNDS = 5

/**
 * Refuses a connection pooler that gives every transaction another session of PostgreSQL. Sessions cannot change their
 * process while they are open, and two of them cannot have the same one, so either is a proof.
 * @throws an error that says what to do
 */
async function requireOwnSessions(pool: pg.Pool): Promise<void> {
  const first = await pool.connect()
  try {
    const second = await pool.connect()
    try {
      if (await haveOwnSessions([first, second])) return
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
  throw new Error(
    'DATABASE_URL leads to a connection pooler in transaction mode, in which background jobs are not announced and ' +
      'migrations are not safe. Set pool_mode = session in PgBouncer, or connect to PostgreSQL directly.',
  )
}

/** Whether each connection has a session of PostgreSQL to itself. */
export async function haveOwnSessions(clients: Pick<pg.ClientBase, 'query'>[]): Promise<boolean> {
  const sessions = clients.map(() => new Set<string>())
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, client] of clients.entries()) sessions[index]?.add(await sessionOf(client))
  const all = sessions.flatMap(set => [...set])
  return all.length === clients.length && new Set(all).size === all.length
}

async function sessionOf(client: Pick<pg.ClientBase, 'query'>) {
  // The start time tells the processes of two machines apart.
  const { rows } = await client.query<{ session: string }>(
    `select pg_backend_pid() || ' ' || pg_postmaster_start_time() as session`,
  )
  return rows[0]?.session ?? ''
}
