import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Address } from '../database/connection.ts'
import { TEMPLATE } from './postgres.ts'

/** A migrated database of its own for one test file, and how to let go of it. */
export async function cloneDatabase(): Promise<{ address: Address; drop: () => Promise<void> }> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const query = async (text: string) => {
    const client = new pg.Client({ ...server, database: 'postgres' })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  await query(`create database ${name} template ${TEMPLATE}`)
  return {
    address: { ...server, database: name },
    drop: () => query(`drop database ${name} with (force)`),
  }
}
