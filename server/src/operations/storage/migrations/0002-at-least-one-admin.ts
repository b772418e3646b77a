import { type Kysely, sql } from 'kysely'

/**
 * Once there is an admin, there is always at least one. The lock serializes two admins who demote each other at the same
 * moment, so that the second sees the first change.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create function keep_one_admin() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtext('keep_one_admin'));
      if not exists (select from users where role = 'admin' and id <> old.id) then
        raise exception 'the last admin stays admin' using errcode = 'BB001';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`.execute(db)
  await sql`
    create trigger keep_one_admin_on_role before update of role on users for each row
    when (old.role = 'admin' and new.role <> 'admin') execute function keep_one_admin()`.execute(db)
  await sql`
    create trigger keep_one_admin_on_delete before delete on users for each row
    when (old.role = 'admin') execute function keep_one_admin()`.execute(db)
  await sql`create index admins on users (id) where role = 'admin'`.execute(db)
}
