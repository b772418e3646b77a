import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { SERVER_ROLE } from '../../operations/storage/storage.ts'
import {
  createDatabase,
  createPool,
  type Database,
  inTransaction,
  MAX_CONNECTIONS,
  type Transaction,
} from '../../platform/database/connection.ts'
import { TEMPLATE } from './global-setup.ts'

/** Half of the product's: enough for calls that meet, and each costs 10 to 20 ms of a processor. */
const CONNECTIONS = MAX_CONNECTIONS / 2

/**
 * Creates a database with a pool for one test file and removes both afterwards. Call it at the top of the file, because
 * a test cannot register `afterAll` hooks.
 * @param template the database to copy; the migrated tables by default
 * @param hasTimeouts whether statements have the time-outs of the product. Without them a busy machine is only slow.
 * @param connections of the pool
 */
export async function createTestDatabase(
  template = TEMPLATE,
  { hasTimeouts = false, connections = CONNECTIONS }: { hasTimeouts?: boolean; connections?: number } = {},
) {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Takes a third of the processor time of the default, which also writes every page to the log.
  await administer(`create database ${name} template ${template} strategy file_copy`)
  const address = { ...server, user: SERVER_ROLE, database: name }
  const ownerAddress = { ...server, database: name }
  const pool = createPool(address, () => {}, { hasTimeouts, connections })
  // Fixtures of many rows take longer than a query of the product may.
  const ownerPool = createPool(ownerAddress, () => {}, { hasTimeouts: false })
  afterAll(async () => {
    await pool.end()
    await ownerPool.end()
    await administer(`drop database ${name} with (force)`)
  })
  return {
    address,
    pool,
    db: createDatabase(pool),
    /** For statements that the server's role may not execute. */
    owner: createDatabase(ownerPool),
    ownerPool,
    ownerAddress,
  }
}

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

/** Counts the connections of a database that wait for a lock that another one holds. */
export async function countLockWaits(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
  return rows.length
}

/**
 * Makes a call that begins before a change is committed: at the latest when it waits for the change.
 * @param db of the owner, whose connections the call does not use
 */
export async function callDuring<T>(
  db: Database,
  change: (db: Transaction) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const { reply } = await inTransaction(db, async transaction => {
    await change(transaction)
    let isOver = false
    const reply = call().finally(() => {
      isOver = true
    })
    const waitsOrIsOver = async () => isOver || (await countLockWaits(db)) > 0
    await expect.poll(waitsOrIsOver, { interval: 5 }).toBe(true)
    // In an object, so that the commit does not wait for it.
    return { reply }
  })
  return reply
}

let administrators: pg.Pool | undefined

/** Executes a statement outside the databases of tests. The files of a worker share the connection. */
async function administer(text: string) {
  if (!administrators) {
    const one = { max: 1, allowExitOnIdle: true }
    administrators = new pg.Pool({ ...inject('postgres'), database: 'postgres', ...one })
    // PostgreSQL may stop before the worker.
    administrators.on('error', () => {})
  }
  await administrators.query(text)
}
