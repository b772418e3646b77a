import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPool } from '../../platform/database/connection.ts'
import { BACKUPS, NEWEST_BACKUP, SUMS, sumOf } from '../../testing/earlier-versions/backups.ts'
import { readTableShapes } from '../../testing/earlier-versions/table-shapes.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { readHeading } from '../backup/format.ts'
import { migrate } from './migrate.ts'
import { grantToServer } from './storage.ts'

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
