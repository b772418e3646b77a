import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** The oldest major version that the tests run against. */
const MIN_MAJOR_VERSION = 15

/**
 * Prepares PostgreSQL for the migrations, which use a function of newer versions.
 * @throws when PostgreSQL is older than the oldest supported version
 */
export async function preparePostgres(db: Database): Promise<void> {
  await requireSupportedVersion(db)
  await createMissingUuidv7(db)
}

async function requireSupportedVersion(db: Database) {
  const { rows } = await sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version
  `.execute(db)
  const [{ number, version } = { number: 0, version: 'unknown' }] = rows
  if (Math.floor(number / 10_000) < MIN_MAJOR_VERSION)
    throw new Error(
      `PostgreSQL ${version} is too old: version ${MIN_MAJOR_VERSION} or newer is needed. Update it, or set DATABASE_URL to a newer one.`,
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
