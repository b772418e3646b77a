import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isKnownMigration, migrate } from '../storage/migrate.ts'
import { END_OF_ROWS, readCopyLine, readEnding, readHeading } from './format.ts'
import { readLines } from './read-lines.ts'
import { hasSameCounts, type RowCounts } from './row-counts.ts'
import { readTables, type Table } from './tables.ts'

/**
 * Puts a backup into a database that holds nothing yet, and brings it up to date: all of it or nothing.
 * @param pool of the owner of the tables, without time-outs
 * @throws when the file is no backup, is damaged or was cut off, was made by a newer version, or when there is
 * something in the database already
 */
export async function restoreBackup(pool: pg.Pool, file: string): Promise<RowCounts> {
  const lines = readLines(gunzipFile(file))
  const { value: first } = await lines.next().catch(throwDamaged)
  const { migration } = readHeading(first)
  if (!(await isKnownMigration(migration)))
    throw new Error('This backup was made by a newer version of this program. Update the program first.')
  // Into the tables as they were then; what has changed since changes the rows with them.
  await migrate(pool, migration)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const tables = await readTables(client)
    await requireEmpty(client, tables)
    const counts = await copyRows(client, tables, lines).catch(throwDamaged)
    await client.query('commit')
    await migrate(pool)
    return counts
  } finally {
    client.release(true)
  }
}

/** What goes wrong with the file reaches whoever reads on. */
function gunzipFile(file: string) {
  const gunzip = createGunzip()
  pipeline(createReadStream(file), gunzip).catch(() => {})
  return gunzip
}

const throwDamaged = (error: Error): never => {
  throw new Error(`This backup is damaged, and nothing of it was restored: ${error.message}`)
}

async function requireEmpty(client: pg.PoolClient, tables: Table[]) {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from "${name}" limit 1`)
    if (rowCount !== 0)
      throw new Error(
        'There is data here already. Restore into an empty data folder: choose another DATA_DIR.',
      )
  }
}

async function copyRows(client: pg.PoolClient, tables: Table[], lines: AsyncGenerator<string>) {
  const counts: RowCounts = {}
  for await (const line of lines) {
    const ending = readEnding(line)
    if (ending) {
      if (!hasSameCounts(ending, counts)) throw new Error('rows are missing.')
      return counts
    }
    const table = readCopyLine(line)
    if (!table || !tables.some(({ name }) => name === table.name))
      throw new Error('a line is not as it should be.')
    counts[table.name] = await copyTable(client, table, lines)
  }
  throw new Error('its end is missing.')
}

async function copyTable(client: pg.PoolClient, { name, columns }: Table, lines: AsyncGenerator<string>) {
  const names = columns.map(column => `"${column}"`).join(', ')
  const place = client.query(copyFrom(`copy "${name}" (${names}) from stdin`))
  const isDone = finished(place)
  isDone.catch(() => {})
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done) {
      place.destroy(new Error('its end is missing.'))
      break
    }
    if (line === END_OF_ROWS) {
      place.end()
      break
    }
    if (!place.write(`${line}\n`)) await Promise.race([once(place, 'drain'), isDone])
  }
  await isDone
  return place.rowCount
}
