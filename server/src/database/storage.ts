import type { Config } from '../config.ts'
import { startCluster } from '../postgres/cluster.ts'
import { type Address, openDatabase, openPool } from './connection.ts'
import { migrate } from './migrate.ts'

/** The PostgreSQL behind the product, up to date: where it is and how to let go of it. */
export type Storage = {
  address: Address
  close: () => Promise<void>
  /** Settles when our own server has ended without being asked; null for an operator's. */
  ended: Promise<unknown> | null
}

type StorageConfig = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Starts our own PostgreSQL in the data folder, or goes to the operator's; then migrates. */
export async function openStorage({ databaseUrl, dataDir }: StorageConfig): Promise<Storage> {
  if (databaseUrl !== null) {
    const address = { connectionString: databaseUrl }
    await bringUpToDate(address)
    return { address, close: async () => {}, ended: null }
  }
  const cluster = await startCluster({ dataDir, log: message => console.error(message) })
  let isClosing = false
  const close = async () => {
    isClosing = true
    await cluster.stop()
  }
  try {
    await bringUpToDate(cluster.connection)
  } catch (error) {
    await close()
    throw error
  }
  const ended = new Promise<void>(resolve => {
    cluster.ended.then(() => {
      if (!isClosing) resolve()
    })
  })
  return { address: cluster.connection, close, ended }
}

/** A migration may take longer than a query may, so it has a pool of its own without time-outs. */
async function bringUpToDate(address: Address) {
  const pool = openPool(address, () => {}, { hasTimeouts: false })
  try {
    await migrate(openDatabase(pool))
  } finally {
    await pool.end()
  }
}
