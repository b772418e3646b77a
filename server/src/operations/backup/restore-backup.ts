import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { findOrigin, migrate } from '../storage/migrate.ts'
import { dropEmptyTables } from './drop-empty-tables.ts'
import {
  areRowsMissing,
  END_OF_ROWS,
  NOT_A_BACKUP,
  type RowCounts,
  readCopyLine,
  readEnding,
  readHeading,
} from './format.ts'
import { readTables, type Table } from './tables.ts'

/**
 * Restores a backup into an empty database, also one that was started before, and migrates it: all of it or nothing.
 * @param pool connected as the owner of the tables, without timeouts
 * @throws when the file is not a backup, is damaged or truncated, or was made by a newer version or one before 1.0, or when
 * the database is not empty or in use
 */
export async function restoreBackup(pool: pg.Pool, file: string): Promise<RowCounts> {
  const counts = await restoreRows(pool, file)
  await migrate(pool)
  return counts
}

/** The same without the migrations that the program of the backup did not have. */
export async function restoreRows(pool: pg.Pool, file: string): Promise<RowCounts> {
  const lines = readLines(gunzipFile(file))
  const { value: first } = await lines.next().catch(throwDamaged)
  const { migration } = readHeading(first)
  await requireKnown(migration)
  // The rows are restored into the tables of that version; later migrations then change them.
  await inTransaction(pool, dropEmptyTables)
  await migrate(pool, migration)
  return inTransaction(pool, async client => {
    const tables = await readTables(client)
    return copyRows(client, tables, lines).catch(throwDamaged)
  })
}

/** @throws when the version that made a backup is newer than this one, or before 1.0 */
export async function requireKnown(migration: string): Promise<void> {
  const origin = await findOrigin([migration])
  if (origin === 'newer')
    throw new Error('This backup was made by a newer version of this program. Update the program first.')
  if (origin === 'older')
    throw new Error(
      'This backup was made by a version before 1.0. Restore it with version 1.0.0, then start this version on that database.',
    )
}

/** A connection that is in the middle of a COPY cannot be used again: it is closed. */
async function inTransaction<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act(client)
    await client.query('commit')
    return result
  } finally {
    client.release(true)
  }
}

/** Errors of the file are thrown to the reader of the stream. */
export function gunzipFile(file: string) {
  const gunzip = createGunzip()
  pipeline(createReadStream(file), gunzip).catch(() => {})
  return gunzip
}

export const throwDamaged = (error: Error): never => {
  // The file is not even compressed.
  if (error.message === 'incorrect header check') throw new Error(NOT_A_BACKUP)
  throw new Error(`This backup is damaged, and nothing of it was restored: ${describeDamage(error)}`)
}

/** Without values, which are of people: PostgreSQL and JSON.parse quote what they cannot read. */
function describeDamage(error: Error & { code?: string; where?: string }): string {
  if (error instanceof SyntaxError) return 'a line is malformed.'
  if (!/^[0-9A-Z]{5}$/.test(error.code ?? '')) return error.message
  const [, table, line] = /^COPY (\w+), line (\d+)/.exec(error.where ?? '') ?? []
  return `PostgreSQL refuses ${table ? `line ${line} of the table ${table}` : 'its rows'} (${error.code}).`
}

async function copyRows(client: pg.PoolClient, tables: Table[], lines: AsyncGenerator<string>) {
  const counts: RowCounts = {}
  for await (const line of lines) {
    const ending = readEnding(line)
    if (ending) {
      if (areRowsMissing(counts, ending)) throw new Error('rows are missing.')
      return counts
    }
    const table = readCopyLine(line)
    if (!table || !tables.some(({ name }) => name === table.name)) throw new Error('a line is malformed.')
    counts[table.name] = await copyTable(client, table, lines)
  }
  throw new Error('its end is missing.')
}

async function copyTable(client: pg.PoolClient, { name, columns }: Table, lines: AsyncGenerator<string>) {
  const names = columns.map(column => `"${column}"`).join(', ')
  const target = client.query(copyFrom(`copy "${name}" (${names}) from stdin`))
  const isDone = finished(target)
  isDone.catch(() => {})
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done) {
      target.destroy(new Error('its end is missing.'))
      break
    }
    if (line === END_OF_ROWS) {
      target.end()
      break
    }
    if (!target.write(`${line}\n`)) await Promise.race([once(target, 'drain'), isDone])
  }
  await isDone
  return target.rowCount
}

/** Splits at line feeds only, as PostgreSQL does: values may contain other line separators. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder('utf8')
  let partial = ''
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    partial += first
    for (const other of others) {
      yield partial
      partial = other
    }
  }
  if (partial !== '') yield partial
}
