import { type Kysely, sql } from 'kysely'

/**
 * Counts the statements that change donors and blood requests (`platform/database/table-versions.ts`), and numbers the changes
 * by admins (dropped by migration 0029). Sequences count independently of transactions, so that nobody waits.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create function count_change() returns trigger language plpgsql as $$
    begin
      perform nextval(tg_argv[0]::regclass);
      return null;
    end $$`.execute(db)
  for (const table of ['donors', 'blood_requests']) {
    const changes = sql.table(`${table}_changes`)
    await sql`create sequence ${changes}`.execute(db)
    // A sequence has the same value before and after its first use.
    await sql`select nextval(${sql.lit(`${table}_changes`)})`.execute(db)
    // After the statement, so that its transaction has a number before the change is counted.
    await sql`
      create trigger ${sql.id(`${table}_change`)} after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function count_change(${sql.lit(`${table}_changes`)})`.execute(db)
  }
  await sql`create sequence own_changes`.execute(db)
  await sql`select nextval('own_changes')`.execute(db)
  await sql`alter table users add column last_change bigint not null default 0`.execute(db)
}
