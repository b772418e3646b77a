import { type Kysely, sql } from 'kysely'

/**
 * Only a verified account can be made admin: whoever registered somebody else's address must not become admin through it.
 * Existing admins whose email was never verified stay admins.
 *
 * A mail can be about a user: its recipient is told whose role changed. It is deleted when that account is erased.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create function require_verified_admin() returns trigger language plpgsql as $$
    begin
      raise exception 'only a verified account is made admin' using errcode = 'BB002';
    end $$`.execute(db)
  await sql`
    create trigger require_verified_admin before update of role on users for each row
    when (old.role <> 'admin' and new.role = 'admin' and not new.email_verified)
    execute function require_verified_admin()`.execute(db)

  await sql`
    alter table outbox add column about_user_id uuid references users on delete cascade`.execute(db)
  await sql`create index outbox_about_user on outbox (about_user_id)`.execute(db)
}
