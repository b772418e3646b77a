import { type Kysely, sql } from 'kysely'

/**
 * Counts the statements that change donors and blood requests (`platform/database/changes.ts`), and numbers the changes of admins
 * (`identity/serving/own-changes.ts`). By sequences, which count past transactions, so that nobody waits for anybody.
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
    // Until its first use a sequence shows the same value as after it.
    await sql`select nextval(${sql.lit(`${table}_changes`)})`.execute(db)
    // After the statement, so that its transaction has its number before it is counted.
    await sql`
      create trigger ${sql.id(`${table}_change`)} after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function count_change(${sql.lit(`${table}_changes`)})`.execute(db)
  }
  await sql`create sequence own_changes`.execute(db)
  await sql`select nextval('own_changes')`.execute(db)
  await sql`alter table users add column last_change bigint not null default 0`.execute(db)
}
