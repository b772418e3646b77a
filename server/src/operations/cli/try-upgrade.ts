import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import type pg from 'pg'
import { VERSION } from '../../config/version.ts'
import { createPool } from '../../platform/database/connection.ts'
import { formatCounts, type Heading, readCopyLine, readHeading } from '../backup/format.ts'
import { gunzipFile, readLines, requireKnown, restoreRows, throwDamaged } from '../backup/restore-backup.ts'
import { readTables, type Table } from '../backup/tables.ts'
import { parseArguments } from '../process/arguments.ts'
import { requireReadable, runCommand } from '../process/run-command.ts'
import { listExecuted, migrate } from '../storage/migrate.ts'

const TRY_UPGRADE = { usage: 'deploy/try-upgrade BACKUP', words: [1, 1] } as const

const MB = 1_000_000
/** What an empty database needs. */
const EMPTY_MB = 100
/** PostgreSQL's log of changes grows with the rows, up to this (`max_wal_size`, and a checkpoint's time). */
const MAX_LOG_MB = 320
/** A row with its indexes, for each byte of its text. */
const GROWTH = 5

/** `deploy/try-upgrade BACKUP`. It reads no settings, so it can neither find the running site nor send anything. */
await runCommand(TRY_UPGRADE, parseArguments, async ({ words: [given = ''] }) => {
  // npm does not run it, so it is found in this process's own folder.
  const file = resolve(given)
  await requireReadable(file)
  const backup = await describeBackup(file)
  const { version, madeAt } = backup.heading
  const place = tmpdir()
  const rowsMb = Math.ceil((backup.length * GROWTH) / MB)
  await requireRoom(place, EMPTY_MB + rowsMb + Math.min(rowsMb, MAX_LOG_MB))
  const folder = await mkdtemp(join(place, 'try-upgrade-'))
  // Whoever reads the output may stop reading, as `head` does.
  process.stdout.on('error', () => {})
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort())
  try {
    console.log(
      `This is version ${VERSION}. The backup was made by version ${version}, on ${madeAt.slice(0, 16).replace('T', ' ')} UTC.`,
    )
    const cluster = await startCluster({ dataDir: folder, log: () => {} })
    const pool = createPool(cluster.connection, () => {}, { hasTimeouts: false })
    interrupted.signal.addEventListener('abort', () => void cluster.stop())
    try {
      interrupted.signal.throwIfAborted()
      for (const line of await tryUpgrade(pool, file, backup)) console.log(line)
    } finally {
      await cluster.stop()
      await pool.end()
    }
  } catch (error) {
    if (interrupted.signal.aborted)
      throw new Error('Interrupted: the trial is removed, and nothing was changed.')
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log('The trial is removed. Nothing else was touched.')
})

async function requireRoom(place: string, neededMb: number) {
  const { bavail, bsize } = await statfs(place)
  const freeMb = Math.floor((bavail * bsize) / MB)
  if (freeMb < neededMb)
    throw new Error(
      `There is no room in ${place}: the trial needs ${neededMb} MB, and ${freeMb} MB are free. Choose another folder: TMPDIR=/var/tmp deploy/try-upgrade BACKUP`,
    )
}

type Backup = {
  heading: Heading
  /** The length of its text, uncompressed. */
  length: number
  tables: Table[]
}

/**
 * Reads what a backup contains.
 * @throws when the file is not a backup, is damaged, or was made by a newer version or one before 1.0
 */
async function describeBackup(file: string): Promise<Backup> {
  const lines = readLines(gunzipFile(file))
  const { value: first = '' } = await lines.next().catch(throwDamaged)
  const heading = readHeading(first)
  await requireKnown(heading.migration)
  let length = first.length
  const tables: Table[] = []
  const read = async () => {
    for await (const line of lines) {
      length += line.length
      const table = readCopyLine(line)
      if (table) tables.push(table)
    }
  }
  await read().catch(throwDamaged)
  return { heading, length, tables }
}

/**
 * Restores a backup into an empty database, migrates it, and says what that changed.
 * @param pool connected as the owner of the tables, without timeouts
 */
async function tryUpgrade(pool: pg.Pool, file: string, backup: Backup): Promise<string[]> {
  const [counts, restoredIn] = await timed(() => restoreRows(pool, file))
  const executed = await listExecuted(pool)
  const [, migratedIn] = await timed(() => migrate(pool))
  const ran = (await listExecuted(pool)).filter(name => !executed.includes(name))
  const { tables, megabytes } = await readResult(pool)
  const names = [...new Set([...backup.tables, ...tables].map(({ name }) => name))].sort()
  const rows = names.map(name => {
    const before = backup.tables.find(table => table.name === name)
    const now = tables.find(table => table.name === name)
    return [name, before ? counts[name] : '–', now?.count ?? '–', changesOf(before, now)]
  })
  return [
    `${formatCounts(counts)} were restored in ${restoredIn}.`,
    ran.length === 0 ? 'No migration is needed.' : `Migrations, in ${migratedIn}: ${ran.sort().join(', ')}.`,
    `The database has ${megabytes} MB.`,
    '',
    ...[['table', 'rows before', 'rows now', ''], ...rows].map(([name, before, now, changes]) =>
      `${String(name).padEnd(24)}${String(before).padStart(12)}${String(now).padStart(12)}  ${changes}`.trimEnd(),
    ),
  ]
}

/** The columns that a table has gained and lost. */
function changesOf(before: Table | undefined, now: Table | undefined): string {
  if (!before) return 'new'
  if (!now) return 'gone'
  const missing = (of: Table, from: Table) => of.columns.filter(column => !from.columns.includes(column))
  const changes = { gone: missing(before, now), new: missing(now, before) }
  return Object.entries(changes)
    .filter(([, columns]) => columns.length > 0)
    .map(([change, columns]) => `${change}: ${columns.join(', ')}`)
    .join('; ')
}

async function readResult(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    const tables = []
    for (const table of await readTables(client)) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from "${table.name}"`,
      )
      tables.push({ ...table, count: rows[0]?.count })
    }
    const { rows } = await client.query<{ megabytes: number }>(
      'select ceil(pg_database_size(current_database()) / 1e6)::int as megabytes',
    )
    return { tables, megabytes: rows[0]?.megabytes }
  } finally {
    client.release()
  }
}

async function timed<T>(act: () => Promise<T>): Promise<[result: T, seconds: string]> {
  const begunAt = performance.now()
  const result = await act()
  return [result, `${((performance.now() - begunAt) / 1_000).toFixed(1)} s`]
}
