import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { type Address, createDatabase, createPool } from '../../platform/database/connection.ts'
import { migrate } from './migrate.ts'
import { onceReachable } from './reach-database.ts'
import { grantToServer, SERVER_ROLE } from './server-role.ts'

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
