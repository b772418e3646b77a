import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { END_OF_ROWS, readCopyLine } from '../../operations/backup/format.ts'

/** The rows of a table, each as its values in PostgreSQL's text format, in the order of the columns. */
type CopiedRows = { columns: string[]; rows: string[][] }

/** What a backup has of each table. */
export function readBackupRows(file: string): Map<string, CopiedRows> {
  const tables = new Map<string, CopiedRows>()
  let rows: string[][] | null = null
  for (const line of gunzipSync(readFileSync(file)).toString().split('\n')) {
    const table = readCopyLine(line)
    if (table) {
      rows = []
      tables.set(table.name, { columns: table.columns, rows })
    } else if (line === END_OF_ROWS) rows = null
    else rows?.push(line.split('\t'))
  }
  return tables
}

/** The rows of a table of a database in the same format. */
export async function readStoredRows(pool: pg.Pool, table: string, columns: string[]): Promise<string[][]> {
  const client = await pool.connect()
  try {
    const names = columns.map(column => `"${column}"`).join(', ')
    const copied = await text(client.query(copyTo(`copy (select ${names} from "${table}") to stdout`)))
    return copied
      .split('\n')
      .slice(0, -1)
      .map(line => line.split('\t'))
  } finally {
    client.release()
  }
}

/** The columns of each table and view of a database. */
export async function readColumns(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text) as columns
      from information_schema.columns where table_schema = 'public' group by 1`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
