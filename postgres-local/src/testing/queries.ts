import pg from 'pg'
import type { Connection } from '../data-folder.ts'

/** Runs one statement on a new connection. */
export async function query(connection: Connection, text: string, values: unknown[] = []) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Stores a non-ASCII word and reads it back. */
export async function storeAndReadBack(connection: Connection): Promise<{ word: string; encoding: string }> {
  await query(connection, 'create table if not exists word (word text)')
  await query(connection, 'insert into word values ($1)', ['ø😀'])
  const [row] = await query(
    connection,
    `select word, current_setting('server_encoding') as encoding from word`,
  )
  return row
}

/** What `storeAndReadBack` returns if the encoding is right. */
export const STORED = { word: 'ø😀', encoding: 'UTF8' }
