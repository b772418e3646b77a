import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

type Table = { name: string; columns: string; key: string }

/**
 * Copies every row of every table, to restore them later.
 * @param owner may write all tables and disable triggers
 */
export async function createRowSnapshot(owner: Database) {
  const tables = await tablesOf(owner)
  await sql.raw('create schema snapshot').execute(owner)
  for (const { name } of tables)
    await sql.raw(`create table snapshot.${name} as table ${name}`).execute(owner)
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
  await createFunction(owner, 'restore', restoreRows)
  await createFunction(owner, 'reset', [...removeNew, ...restoreRows])
  return {
    /** Restores deleted and changed rows. New rows stay. */
    restore: () => sql`select snapshot.restore()`.execute(owner),

    /** Restores the whole database, removing new rows. */
    reset: () => sql`select snapshot.reset()`.execute(owner),
  }
}

/** PostgreSQL plans the statements of a function once a connection. No trigger runs. */
const createFunction = (owner: Database, name: string, statements: string[]) =>
  sql
    .raw(
      `create function snapshot.${name}() returns void language plpgsql set session_replication_role = replica
       as $$ begin ${statements.join(';\n')}; end $$`,
    )
    .execute(owner)

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
