import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

type Table = { name: string; columns: string; key: string }

/**
 * Copies every row of every table, to restore them later.
 * @param owner may write all tables and disable triggers
 */
export async function createRowSnapshot(owner: Database) {
  const tables = await tablesOf(owner)
  const run = (...statements: string[]) =>
    sql
      .raw(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';\n'))
      .execute(owner)
  await run(
    'create schema snapshot',
    ...tables.map(({ name }) => `create table snapshot.${name} as table ${name}`),
  )
  // Only rows that differ are written, because the indexes of the searchable texts are costly to update.
  const restoreRows = tables.flatMap(({ name, columns, key }) => {
    const changed = `select ${columns} from snapshot.${name} except select ${columns} from ${name}`
    return [
      `delete from ${name} where (${key}) in (select ${key} from (${changed}) changed)`,
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from snapshot.${name} where (${key}) not in (select ${key} from ${name})`,
    ]
  })
  const removeNew = tables.map(
    ({ name, key }) => `delete from ${name} where (${key}) not in (select ${key} from snapshot.${name})`,
  )
  return {
    /** Restores deleted and changed rows. New rows stay. */
    restore: () => run(...restoreRows),

    /** Restores the whole database, removing new rows. */
    reset: () => run(...removeNew, ...restoreRows),
  }
}

/** Every table with a key, and its columns that are not generated. */
async function tablesOf(owner: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select quote_ident(constrained.table_name) as name,
           (select string_agg(quote_ident(column_name), ', ')
            from information_schema.key_column_usage used
            where used.constraint_name = constrained.constraint_name
              and used.table_schema = constrained.table_schema) as key,
           (select string_agg(quote_ident(column_name), ', ')
            from information_schema.columns written
            where written.table_name = constrained.table_name
              and written.table_schema = constrained.table_schema and is_generated = 'NEVER') as columns
    from information_schema.table_constraints constrained
    where constraint_type = 'PRIMARY KEY' and table_schema = 'public'
      and table_name not like 'kysely_%'`.execute(owner)
  return rows
}
