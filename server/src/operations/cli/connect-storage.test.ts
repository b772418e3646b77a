import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { connectStorage } from './connect-storage.ts'

const connectTo = ({ ownerAddress: { user, host, database } }: typeof migrated) => {
  const databaseUrl = `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
  return connectStorage({ databaseUrl, dataDir: '/nowhere' })
}

const migrated = await createTestDatabase()
const empty = await createTestDatabase('template0')

test('a command does not migrate the database, so that a backup before an upgrade can be gone back to', async () => {
  await (await connectTo(migrated)).close()
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name
  `.execute(migrated.owner)
  await expect(connectTo(migrated)).rejects.toThrow(
    'The database is of an earlier version of this program. Use that version for a backup',
  )
  await sql`insert into kysely_migration values (${rows[0]?.name}, now()::text), ('9999-later', now()::text)`.execute(
    migrated.owner,
  )
  await expect(connectTo(migrated)).rejects.toThrow('was migrated by a newer version of this program')
})

test('a command in a folder without a database says what to set', async () => {
  await expect(connectStorage({ databaseUrl: null, dataDir: '/nowhere' })).rejects.toThrow(
    'There is no database in /nowhere. Set DATA_DIR to the data folder of the server, or start the server once.',
  )
})

test('a command creates no tables in an empty database', async () => {
  await expect(connectTo(empty)).rejects.toThrow('The database is empty. Start the server once')
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(
    empty.owner,
  )
  expect(rows).toEqual([])
})
