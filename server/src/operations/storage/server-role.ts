import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** The role of the server on the embedded PostgreSQL; it does not own the tables. */
export const SERVER_ROLE = 'bloodbank_server'

/**
 * Creates the server's role and grants its rights. This runs at every start, because a migration may have created tables.
 * The role can only read and write rows; it can only insert and read audit entries, and of the contact ledger it can
 * only blank an erased person and delete old rows.
 * @param owner connected as a role that owns the tables and may create roles
 */
export async function grantToServer(owner: Database): Promise<void> {
  const role = sql.id(SERVER_ROLE)
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = ${sql.lit(SERVER_ROLE)}) then
        create role ${role} login nosuperuser nocreatedb nocreaterole;
      end if;
    end $$`.execute(owner)
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(owner)
  await sql`grant usage, select on all sequences in schema public to ${role}`.execute(owner)
  await sql`revoke update, delete on audit_entries from ${role}`.execute(owner)
  await sql`revoke update on contact_reveals from ${role}`.execute(owner)
  await sql`grant update (owner_id, viewer_id) on contact_reveals to ${role}`.execute(owner)
  await grantJobs(owner)
}

/** The library enables row level security on its tables, so the server also needs a policy for each of them. */
async function grantJobs(owner: Database) {
  const role = sql.id(SERVER_ROLE)
  await sql`grant usage on schema graphile_worker to ${role}`.execute(owner)
  await sql`grant select, insert, update, delete on all tables in schema graphile_worker to ${role}`.execute(
    owner,
  )
  await sql`revoke insert, update, delete on graphile_worker.migrations from ${role}`.execute(owner)
  await sql`
    do $$ declare guarded name; begin
      for guarded in
        select relname from pg_class
         where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
           and not exists (select from pg_policy where polrelid = pg_class.oid and polname = ${sql.lit(SERVER_ROLE)})
      loop
        execute format('create policy %I on graphile_worker.%I to %I using (true)',
                       ${sql.lit(SERVER_ROLE)}, guarded, ${sql.lit(SERVER_ROLE)});
      end loop;
    end $$`.execute(owner)
}
