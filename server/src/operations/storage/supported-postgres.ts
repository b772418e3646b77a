import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** The oldest major version that the tests run against. */
const MIN_MAJOR_VERSION = 15

/**
 * Prepares PostgreSQL for the migrations, which use a function of newer versions.
 * @throws when PostgreSQL is older than the oldest supported version or lacks an extension, the database is not in UTF8, or
 * the role may not create what the migrations create
 */
export async function preparePostgres(db: Database): Promise<void> {
  await requireSupportedVersion(db)
  await requireUnicode(db)
  await requireTrigrams(db)
  await requirePrivileges(db)
  await createMissingUuidv7(db)
}

async function requireSupportedVersion(db: Database) {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version
  `.execute(db)
  const [{ number, version } = { number: 0, version: 'unknown' }] = rows
  if (Math.floor(number / 10_000) < MIN_MAJOR_VERSION)
    throw new Error(
      `PostgreSQL ${version} is too old. Version ${MIN_MAJOR_VERSION} or newer is required. Update it, or set DATABASE_URL to a newer one.`,
    )
}

/** Where PostgreSQL was installed with `LANG=C`, databases are SQL_ASCII, in which lengths are wrong; in others names are missing. */
async function requireUnicode(db: Database) {
  const { rows } = await sql<{ encoding: string; role: string; other: string }>`
    select current_setting('server_encoding') as encoding,
           quote_ident(current_user) as role, quote_ident(current_database() || '_utf8') as other`.execute(db)
  const [found] = rows
  if (found && found.encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${found.encoding}, but names need UTF8. ` +
        'Create another as an administrator of PostgreSQL, set DATABASE_URL to it, and restore a backup there if there is one: ' +
        `CREATE DATABASE ${found.other} OWNER ${found.role} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`,
    )
}

/** Debian's PostgreSQL has the extension. Elsewhere it is in a package of its own. */
async function requireTrigrams(db: Database) {
  const { rows } = await sql<{ hasTrigrams: boolean }>`
    select exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams"`.execute(db)
  if (rows[0]?.hasTrigrams === false)
    throw new Error(
      'PostgreSQL lacks the extension pg_trgm, which searches need. Install the package postgresql-contrib on its machine, and start again.',
    )
}

/** Background jobs have a schema of their own. Without this check the start fails with PostgreSQL's words alone. */
async function requirePrivileges(db: Database) {
  const { rows } = await sql<{ isMissing: boolean; role: string; database: string }>`
    select to_regnamespace('graphile_worker') is null
             and not has_database_privilege(current_database(), 'CREATE')
           or to_regclass('public.kysely_migration') is null
             and not has_schema_privilege('public', 'CREATE') as "isMissing",
           quote_ident(current_user) as role, quote_ident(current_database()) as database`.execute(db)
  const [privileges] = rows
  if (privileges?.isMissing)
    throw new Error(
      `The role ${privileges.role} may not create tables and schemas in the database. ` +
        `Run this as an administrator of PostgreSQL, and start again: ALTER DATABASE ${privileges.database} OWNER TO ${privileges.role}`,
    )
}

/**
 * `uuidv7()` exists since PostgreSQL 18 and is the default of nearly every id. For older versions it is created here:
 * milliseconds, version 7, the fraction of the millisecond, and the random half of a version 4 (RFC 9562, 5.7 and 6.2).
 */
async function createMissingUuidv7(db: Database) {
  await sql`
    do $do$ begin
      -- Servers that start at the same time must not both create it.
      perform pg_advisory_xact_lock(hashtext('create_uuidv7'));
      if to_regprocedure('uuidv7()') is null then
        create function uuidv7() returns uuid language sql volatile parallel safe as $body$
          select (
            lpad(to_hex(microseconds / 1000), 12, '0')
            || '7' || lpad(to_hex(microseconds % 1000 * 4096 / 1000), 3, '0')
            || right(replace(gen_random_uuid()::text, '-', ''), 16)
          )::uuid
          from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as microseconds) clock
        $body$;
      end if;
    end $do$`.execute(db)
}
