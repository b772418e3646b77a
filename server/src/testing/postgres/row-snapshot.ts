import { sql } from 'kysely'
import { type Database, inTransaction } from '../../platform/database/connection.ts'

/**
 * Copies every row of every table, and marks the tables to which something is written from then on.
 * @param owner may write all tables and disable triggers
 * @returns restores all rows; its result names the tables that had changed
 */
export async function createRowSnapshot(owner: Database): Promise<() => Promise<string[]>> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by 1`.execute(owner)
  await sql`create schema snapshot`.execute(owner)
  await sql`create table snapshot.marks (name text)`.execute(owner)
  await sql`
    create function snapshot.mark() returns trigger language plpgsql security definer as $$ begin
      insert into snapshot.marks values (tg_table_name);
      return null;
    end $$`.execute(owner)
  for (const { name } of tables) {
    await sql.raw(`create table snapshot.${name} as table ${name}`).execute(owner)
    await sql
      .raw(`create trigger mark after insert or update or delete on ${name} execute function snapshot.mark()`)
      .execute(owner)
  }

  async function restore(db: Database, { name, columns }: (typeof tables)[number]): Promise<boolean> {
    const [now, before] = [name, `snapshot.${name}`].map(table => `select ${columns} from ${table}`)
    const { rows } = await sql
      .raw(`(${now} except all ${before}) union all (${before} except all ${now}) limit 1`)
      .execute(db)
    if (rows.length === 0) return false
    await sql.raw(`delete from ${name}`).execute(db)
    await sql.raw(`insert into ${name} (${columns}) overriding system value ${before}`).execute(db)
    return true
  }

  return async () => {
    const { rows: marks } = await sql<{ name: string }>`delete from snapshot.marks returning name`.execute(
      owner,
    )
    if (marks.length === 0) return []
    return inTransaction(owner, async db => {
      // No trigger and no foreign key acts.
      await sql`set local session_replication_role = replica`.execute(db)
      const changed: string[] = []
      for (const table of tables)
        if (marks.some(({ name }) => name === table.name) && (await restore(db, table)))
          changed.push(table.name)
      return changed
    })
  }
}
