import { type Kysely, sql } from 'kysely'

/**
 * When the email of an account was verified: how long somebody has been known decides whether their offers and reports
 * count by themselves. A trigger sets the time, so that no statement that verifies an account can forget it. For accounts
 * verified before, the time of registration is the best that is known.
 */
export async function up(db: Kysely<never>) {
  await sql`
    alter table users
      -- Null while the email is not verified.
      add column email_verified_at timestamptz(3)`.execute(db)
  await sql`update users set email_verified_at = created_at where email_verified`.execute(db)
  await sql`
    create function set_email_verified_at() returns trigger language plpgsql as $$
    begin
      new.email_verified_at := case
        when not new.email_verified then null
        when tg_op = 'INSERT' then coalesce(new.email_verified_at, new.created_at)
        else coalesce(new.email_verified_at, now())
      end;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger users_email_verified_at before insert or update of email_verified, email_verified_at
    on users for each row execute function set_email_verified_at()`.execute(db)
}
