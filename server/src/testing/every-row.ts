import { sql } from 'kysely'
import type { Database } from '../platform/database/connection.ts'

/**
 * Every row of every table of a database as text, all columns of it, by table; also of tables that are not made yet
 * when this is read.
 */
export async function everyRow(owner: Database): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') order by 1`.execute(owner)
  const rowsOf = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.id(name)} t order by 1`.execute(owner)
    rowsOf.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return rowsOf
}
