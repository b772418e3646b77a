import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startJobs } from '../../platform/jobs/run-jobs.ts'
import { BACKUPS, NEWEST_BACKUP } from '../../testing/earlier-versions/backups.ts'
import { readColumns, readStoredRows } from '../../testing/earlier-versions/copied-rows.ts'
import { TEMPLATE } from '../../testing/postgres/global-setup.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/postgres/test-database.ts'
import { grantToServer } from '../storage/storage.ts'
import { restoreBackup } from './restore-backup.ts'

const restores = await Promise.all(
  BACKUPS.map(async backup => {
    const [empty, started] = [await createTestDatabase('template0'), await createTestDatabase(TEMPLATE)]
    return { ...backup, empty, started }
  }),
)
const used = await createTestDatabase()
const newer = await createTestDatabase()
const others = await createTestDatabase()

/** What differs between two restores of one backup, beside moments since then: random values, and what is no copy. */
const VARIES = ['outbox.id', 'donors.alert_order', 'credentials.user_handle']
const NOT_COPIED = ['live_changes', 'kysely_migration']
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/

/** Every row of every table. */
async function readEverything({ ownerPool }: TestDatabase, since: Date) {
  const withoutMoments = (value: string) => (MOMENT.test(value) && new Date(value) >= since ? 'later' : value)
  const tables = [...(await readColumns(ownerPool))].filter(([name]) => !NOT_COPIED.includes(name)).sort()
  const everything = []
  // One after the other: a pool keeps the connections that it has opened, and there are two for each version.
  for (const [name, all] of tables) {
    const columns = all.filter(column => !VARIES.includes(`${name}.${column}`)).sort()
    const rows = await readStoredRows(ownerPool, name, columns)
    everything.push({ name, rows: rows.map(row => row.map(withoutMoments).join('\t')).sort() })
  }
  return everything
}

test.each(restores)(
  'a backup of version $version gives a started database what it gives an empty one',
  async ({ file, empty, started }) => {
    const since = new Date()
    expect(await restoreBackup(started.ownerPool, file)).toEqual(await restoreBackup(empty.ownerPool, file))
    await grantToServer(started.owner)
    expect(await readEverything(started, since)).toEqual(await readEverything(empty, since))
  },
)

test('a database that a server uses is refused until the server stops', async () => {
  const jobs = startJobs({
    address: used.ownerAddress,
    tasks: { nothing: async () => {} },
    schedule: [],
    log: { warn: () => {} },
  })
  const isListening = async () =>
    (await sql`select from pg_stat_activity where query ilike 'listen %'`.execute(used.owner)).rows.length > 0
  await expect.poll(isListening).toBe(true)
  await expect(restoreBackup(used.ownerPool, NEWEST_BACKUP)).rejects.toThrow('Stop it, then restore.')
  await jobs.stop()
  await restoreBackup(used.ownerPool, NEWEST_BACKUP)
})

test('a database that a newer version has started is refused, and left as it is', async () => {
  await sql`insert into kysely_migration values ('9999-later', now()::text)`.execute(newer.owner)
  const restored = restoreBackup(newer.ownerPool, NEWEST_BACKUP)
  await expect(restored).rejects.toThrow('A newer version of this program has created this database.')
  expect((await newer.owner.selectFrom('users').selectAll().execute()).length).toBe(0)
})

test('what others have in the database stays', async () => {
  await sql`create schema other create table notes (text text)`.execute(others.owner)
  await restoreBackup(others.ownerPool, NEWEST_BACKUP)
  expect((await sql`select from other.notes`.execute(others.owner)).rows).toEqual([])
})
