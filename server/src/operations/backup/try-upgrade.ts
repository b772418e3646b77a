import type pg from 'pg'
import { listExecuted, migrate } from '../storage/migrate.ts'
import { formatCounts, type Heading, readCopyLine, readHeading } from './format.ts'
import { gunzipFile, readLines, requireKnown, restoreRows, throwDamaged } from './restore-backup.ts'
import { readTables, type Table } from './tables.ts'

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
export async function describeBackup(file: string): Promise<Backup> {
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
export async function tryUpgrade(pool: pg.Pool, file: string, backup: Backup): Promise<string[]> {
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
