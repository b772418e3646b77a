import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

type Table = { name: string; columns: string; key: string }

/**
 * Remembers every row of a database, whatever tables it has.
 * @param owner may write all tables and leave triggers out
 */
export async function createRowSnapshot(owner: Database) {
  const tables = await tablesOf(owner)
  const run = (...statements: string[]) =>
    sql
      .raw(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';\n'))
      .execute(owner)
  await run('create schema kept', ...tables.map(({ name }) => `create table kept.${name} as table ${name}`))
  // Only what differs is written: the searchable texts have costly indexes.
  const putBack = tables.flatMap(({ name, columns, key }) => {
    const changed = `select ${columns} from kept.${name} except select ${columns} from ${name}`
    return [
      `delete from ${name} where (${key}) in (select ${key} from (${changed}) changed)`,
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from kept.${name} where (${key}) not in (select ${key} from ${name})`,
    ]
  })
  const removeNew = tables.map(
    ({ name, key }) => `delete from ${name} where (${key}) not in (select ${key} from kept.${name})`,
  )
  return {
    /** Puts back what is gone or changed; rows that are new stay. */
    restore: () => run(...putBack),

    /** Makes everything as it was. */
    reset: () => run(...removeNew, ...putBack),
  }
}

/** Every table with a key, and the columns that are written rather than computed. */
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
