import { createWriteStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncFolder } from '@blood-bank/postgres-local/data-folder'
import type pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { VERSION } from '../../config/version.ts'
import { copyLine, END_OF_ROWS, endingLine, headingLine, type RowCounts } from './format.ts'
import { readTables } from './tables.ts'

/**
 * Writes everything that has to be kept into a new file, as it is at one moment, while others go on reading and
 * writing. The file appears under its name when it is whole and on the disk.
 * @param pool without time-outs: a large table takes its time
 * @throws when there is a file of that name already: a backup is never overwritten
 */
export async function writeBackup(pool: pg.Pool, file: string): Promise<RowCounts> {
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name, or move the file.`)
  const unfinished = `${file}.part-${process.pid}`
  const client = await pool.connect()
  const counts: RowCounts = {}
  try {
    removeAbandoned(dirname(file))
    const place = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(textOf(client, counts), createGzip(), place)
    // Unlike a rename, a link takes nobody's place.
    await link(unfinished, file)
    syncFolder(dirname(file))
    return counts
  } catch (error) {
    throw new Error(`${file} was not written: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  } finally {
    // It may be in the middle of a COPY: it is not given back, but closed.
    client.release(true)
    await rm(unfinished, { force: true })
  }
}

/** Removes what killed backups have left: files of this user alone, whose process has ended. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /\.part-(\d+)$/.exec(name) ?? []
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    if (found?.isFile() && found.uid === process.getuid?.() && (found.mode & 0o777) === 0o600)
      rmSync(join(folder, name), { force: true })
  }
}

async function* textOf(client: pg.PoolClient, counts: RowCounts): AsyncGenerator<string | Buffer> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query(
    `select now() as "madeAt", max(name) as migration from kysely_migration`,
  )
  const { madeAt, migration } = rows[0] as { madeAt: Date; migration: string }
  yield headingLine({ madeAt: madeAt.toISOString(), migration, version: VERSION })
  const streams = new Map<string, CopyToStreamQuery>()
  for (const table of await readTables(client)) {
    yield copyLine(table)
    const columns = table.columns.map(column => `"${column}"`).join(', ')
    const stream = client.query(copyTo(`copy (select ${columns} from "${table.name}") to stdout`))
    streams.set(table.name, stream)
    yield* stream
    yield `${END_OF_ROWS}\n`
  }
  await client.query('commit')
  // The number of rows can arrive after the last row: all have arrived when a later statement has ended.
  for (const [name, { rowCount }] of streams) counts[name] = rowCount
  yield endingLine(counts)
}
