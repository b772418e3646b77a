import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** The role of the server on the embedded PostgreSQL; it does not own the tables. */
export const SERVER_ROLE = 'bloodbank_server'

/**
 * Makes the server's role and gives it its rights, anew at every start, as a migration may have made tables: it reads
 * and writes rows and nothing else, and audit entries it can only add and read.
 * @param owner connected as whoever owns the tables and may make roles
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
