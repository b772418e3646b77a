import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** Every row of every table, as `rowsOf`. Tables are read from the catalog, so that tables added later are included. */
export async function everyRow(owner: Database): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p', 'm') and relpersistence = 'p'
       and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and relnamespace <> 'pg_toast'::regnamespace
     order by 1`.execute(owner)
  return rowsOf(
    owner,
    tables.map(({ name }) => name),
  )
}

/** The rows of tables as text with all columns, sorted, by table. */
export async function rowsOf(owner: Database, tables: string[]): Promise<Map<string, string[]>> {
  // One statement for all, because some tests read every table before and after each call.
  const selects = tables.map(
    name => sql`
    select ${name}::text as name, array(select t::text from ${sql.raw(name)} t order by 1) as rows`,
  )
  const { rows: found } = await sql<{
    name: string
    rows: string[]
  }>`${sql.join(selects, sql` union all `)}`.execute(owner)
  return new Map(found.map(({ name, rows }) => [name, rows]))
}
