import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { createPool } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { BACKUPS, NEWEST_BACKUP, SUMS, sumOf } from '../../testing/earlier-versions/backups.ts'
import { readTableShapes } from '../../testing/earlier-versions/table-shapes.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { readHeading } from '../backup/format.ts'
import { migrate } from './migrate.ts'
import { grantToServer } from './storage.ts'
import { preparePostgres } from './supported-postgres.ts'

const { owner: db, ownerPool } = await createTestDatabase()
const empty = await createTestDatabase('template0')
const older = await createTestDatabase('template0')

const migrationsOf = async (database: typeof db) =>
  (
    await sql<{ name: string; timestamp: string }>`select * from kysely_migration order by name`.execute(
      database,
    )
  ).rows

test('servers that start at the same time on an empty database migrate it once', async () => {
  const pools = [1, 2, 3].map(() => createPool(empty.ownerAddress, () => {}, { hasTimeouts: false }))
  await Promise.all(pools.map(pool => migrate(pool)))
  for (const pool of pools) await pool.end()
  await grantToServer(empty.owner)
  expect(await readTableShapes(empty.ownerPool)).toEqual(await readTableShapes(ownerPool))
})

test('migrating again does nothing', async () => {
  const before = [await migrationsOf(db), await readTableShapes(ownerPool)]
  await migrate(ownerPool)
  expect([await migrationsOf(db), await readTableShapes(ownerPool)]).toEqual(before)
  expect(before[0]?.length).toBeGreaterThan(5)
})

test('a database that a newer version has migrated is refused, and not changed', async () => {
  const later = '9999-of-a-newer-version'
  await sql`insert into kysely_migration values (${later}, now()::text)`.execute(db)
  await expect(migrate(ownerPool)).rejects.toThrow('was migrated by a newer version of this program')
  await sql`delete from kysely_migration where name = ${later}`.execute(db)
})

test('a database of a version before 1.0 is refused, and not changed', async () => {
  await sql`
    create table kysely_migration (name text primary key, timestamp text not null);
    insert into kysely_migration values ('0001-accounts', now()::text), ('0063-imported-donors', now()::text)`.execute(
    older.owner,
  )
  const before = [await migrationsOf(older.owner), await readTableShapes(older.ownerPool)]
  await expect(migrate(older.ownerPool)).rejects.toThrow('Start version 1.0.0 on it once, then this version.')
  expect([await migrationsOf(older.owner), await readTableShapes(older.ownerPool)]).toEqual(before)
})

test('no migration has changed since the release that has run it in the databases of clubs', () => {
  const sums = readFileSync(SUMS).toString().trimEnd().split('\n')
  expect(sums.length).toBeGreaterThan(9)
  const now = (file: string) => sumOf(readFileSync(join(dirname(SUMS), file)))
  const changed = sums.map(line => line.split('  ')).filter(([sum, file = '']) => now(file) !== sum)
  expect(changed, 'Leave it as it was, and add a migration.').toEqual([])
})

test('the sums of the migrations are those of the last release, which its backup binds', () => {
  const { version, migrationSums } = readHeading(
    gunzipSync(readFileSync(NEWEST_BACKUP)).toString().split('\n')[0],
  )
  expect(migrationSums, 'Only npm run release changes them: git checkout SHA256SUMS.').toBe(
    sumOf(readFileSync(SUMS)),
  )
  expect(version, 'It was made again with a later program.').toBe(BACKUPS.at(-1)?.version)
})

test('every migration has its own number', async () => {
  const numbers = (await migrationsOf(db)).map(({ name }) => name.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

const { owner, ownerAddress } = await createTestDatabase('template0')
const latin = await createTestDatabase(`template0 encoding 'LATIN1' locale 'C'`)

/** A driver that answers every query with a row. */
function aServerWith(row: object) {
  const executed: CompiledQuery[] = []
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<R>(query: CompiledQuery) {
          executed.push(query)
          return { rows: [row] as R[] }
        },
        async *streamQuery() {},
      }
    }
  }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, executed }
}

test('a PostgreSQL that is too old is refused with advice, and not changed', async () => {
  const { db, executed } = aServerWith({ version: '14.13 (Debian 14.13-1)', number: 140_013 })
  await expect(preparePostgres(db)).rejects.toThrow(
    'PostgreSQL 14.13 (Debian 14.13-1) is too old. Version 15 or newer is required. Update it, or set DATABASE_URL to a newer one.',
  )
  expect(executed).toHaveLength(1)
})

test('a database in another encoding than UTF8 is refused with the statement that creates one', async () => {
  await expect(preparePostgres(latin.owner)).rejects.toThrow(
    /^The database has the encoding LATIN1, but names need UTF8\. .*: CREATE DATABASE test_\w+_utf8 OWNER "?\w+"? TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C\.UTF-8'$/,
  )
})

test('a PostgreSQL without the extension for searches is refused with advice', async () => {
  const { db } = aServerWith({ version: '18.1', number: 180_001, encoding: 'UTF8', hasTrigrams: false })
  await expect(preparePostgres(db)).rejects.toThrow('Install the package postgresql-contrib on its machine')
})

test('a role that may not create schemas or tables is refused with the statement that permits it', async () => {
  const preparedAs = (role: string, grant = sql`select`) =>
    owner.transaction().execute(async db => {
      await sql`create role guest`.execute(db)
      await grant.execute(db)
      await sql`set local role ${sql.id(role)}`.execute(db)
      const outcome = await preparePostgres(db).catch(String)
      await sql`reset role`.execute(db)
      await sql`drop owned by guest`.execute(db)
      await sql`drop role guest`.execute(db)
      return outcome
    })
  const { database } = ownerAddress
  const onDatabase = sql`grant create on database ${sql.id(database)} to guest`
  const onSchema = sql`grant create on schema public to guest`
  for (const grant of [undefined, onDatabase, onSchema])
    expect(await preparedAs('guest', grant)).toMatch(
      /^Error: The role guest may not create tables and schemas .*: ALTER DATABASE "?\w+"? OWNER TO guest$/,
    )
  expect(
    await preparedAs(
      (await sql<{ name: string }>`select current_user as name`.execute(owner)).rows[0]?.name ?? '',
    ),
  ).toBeUndefined()
})

test('ids are UUIDs of version 7, contain the time and are ordered, on every version', async () => {
  await preparePostgres(owner)
  await preparePostgres(owner)
  const { rows } = await sql<{ id: string; ms: string }>`
    select uuidv7()::text as id, floor(extract(epoch from clock_timestamp()) * 1000)::text as ms
    from generate_series(1, 2000)`.execute(owner)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2000)
  for (const { id, ms } of rows) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - Number(ms))).toBeLessThan(
      1_000,
    )
  }
  const [first, last] = [rows[0]?.id ?? '', rows.at(-1)?.id ?? '']
  expect(first < last).toBe(true)
})
