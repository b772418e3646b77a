import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import {
  type Address,
  createDatabase,
  createPool,
  type Database,
} from '../../platform/database/connection.ts'
import { migrate } from './migrate.ts'
import { onceReachable } from './reach-database.ts'

/** The migrated PostgreSQL of the product: the server's connection to it, and how to close it. */
export type Storage = { address: Address; close: () => Promise<void> }

type StorageConfig = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Prepares a database for the server. */
type Prepare = (owner: pg.Pool) => Promise<void>

const migrateToLatest: Prepare = owner => migrate(owner)

type Options = {
  /** Runs first, as the owner of the tables; by default it migrates them. */
  prepare?: Prepare
  /** Whether to wait while the operator's PostgreSQL is not available. */
  waits?: boolean
}

/** Starts the embedded PostgreSQL in the data folder, or connects to the operator's. */
export async function startStorage(
  { databaseUrl, dataDir }: StorageConfig,
  { prepare = migrateToLatest, waits = false }: Options = {},
): Promise<Storage> {
  if (databaseUrl !== null) {
    const address = { connectionString: databaseUrl }
    await onceReachable(() => asOwner(address, prepare), { ...address, waits, log: logError })
    return { address, close: async () => {} }
  }
  const { address, close } = await superviseCluster(dataDir)
  try {
    await asOwner(address, async owner => {
      await prepare(owner)
      await grantToServer(createDatabase(owner))
    })
    return { address: { ...address, user: SERVER_ROLE }, close }
  } catch (error) {
    await close()
    throw error
  }
}

const RESTART_DELAY_MS = 500

/** Runs the embedded PostgreSQL and restarts it when it exits unexpectedly. Calls are refused in the meantime. */
async function superviseCluster(dataDir: string) {
  const start = () => startCluster({ dataDir, log: logError })
  let cluster = await start()
  let isClosing = false
  let restarting: Promise<void> | null = null

  const restart = async () => {
    logError('PostgreSQL has exited unexpectedly and is being restarted.')
    while (!isClosing) {
      try {
        cluster = await start()
        watch()
        return
      } catch (error) {
        logError(
          `PostgreSQL could not be restarted, trying again: ${error instanceof Error ? error.message : error}`,
        )
        await pause(RESTART_DELAY_MS)
      }
    }
  }
  const watch = () =>
    cluster.ended.then(() => {
      if (!isClosing) restarting = restart()
    })
  watch()

  return {
    address: cluster.connection,
    async close() {
      isClosing = true
      await restarting
      await cluster.stop()
    },
  }
}

const logError = (message: string) => console.error(message)

/** Runs work as the owner of the tables. Migrations may exceed the timeouts of queries, so the pool has none. */
export async function asOwner(address: Address, act: Prepare) {
  const pool = createPool(address, () => {}, { hasTimeouts: false })
  try {
    await act(pool)
  } finally {
    await pool.end()
  }
}

/** The role of the server on the embedded PostgreSQL; it does not own the tables. */
export const SERVER_ROLE = 'bloodbank_server'

/**
 * Creates the server's role and grants its rights. This runs at every start, because a migration may have created tables.
 * The role can only read and write rows; it can only insert and read audit entries, and of the contact ledger it can
 * only blank an erased person and delete old rows.
 * @param owner connected as a role that owns the tables and may create roles
 */
export async function grantToServer(owner: Database): Promise<void> {
  const role = sql.id(SERVER_ROLE)
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = ${sql.lit(SERVER_ROLE)}) then
        create role ${role} login nosuperuser nocreatedb nocreaterole;
      end if;
    end $$`.execute(owner)
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(owner)
  await sql`grant usage, select on all sequences in schema public to ${role}`.execute(owner)
  await sql`revoke update, delete on audit_entries from ${role}`.execute(owner)
  await sql`revoke update on contact_reveals from ${role}`.execute(owner)
  await sql`grant update (owner_id, viewer_id) on contact_reveals to ${role}`.execute(owner)
  await grantJobs(owner)
}

/** The library enables row level security on its tables, so the server also needs a policy for each of them. */
async function grantJobs(owner: Database) {
  const role = sql.id(SERVER_ROLE)
  await sql`grant usage on schema graphile_worker to ${role}`.execute(owner)
  await sql`grant select, insert, update, delete on all tables in schema graphile_worker to ${role}`.execute(
    owner,
  )
  await sql`revoke insert, update, delete on graphile_worker.migrations from ${role}`.execute(owner)
  await sql`
    do $$ declare guarded name; begin
      for guarded in
        select relname from pg_class
         where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
           and not exists (select from pg_policy where polrelid = pg_class.oid and polname = ${sql.lit(SERVER_ROLE)})
      loop
        execute format('create policy %I on graphile_worker.%I to %I using (true)',
                       ${sql.lit(SERVER_ROLE)}, guarded, ${sql.lit(SERVER_ROLE)});
      end loop;
    end $$`.execute(owner)
}
