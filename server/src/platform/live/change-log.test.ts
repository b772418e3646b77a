import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeDonor, storeUser } from '../../testing/stored.ts'
import { createChangeReader, findRecentChanges, removeOldChanges } from './change-log.ts'

const { pool, db, owner } = await createTestDatabase()

test('each change is found once, at the first poll after its commit', async () => {
  const poll = createChangeReader(pool)
  await storeUser(db)
  expect(await poll()).toEqual({ changes: [], missed: false })
  const { userId } = await storeDonor(db)
  const { changes } = await poll()
  expect(changes).toContainEqual({ table: 'donors', personId: userId })
  expect((await poll()).changes).toEqual([])
})

test('entries are removed after ten minutes', async () => {
  await storeDonor(db)
  await sql`update live_changes set changed_at = now() - interval '9 minutes'`.execute(owner)
  await removeOldChanges(db)
  const count = async () => (await db.selectFrom('liveChanges').selectAll().execute()).length
  expect(await count()).toBeGreaterThan(0)
  await sql`update live_changes set changed_at = now() - interval '11 minutes'`.execute(owner)
  await removeOldChanges(db)
  expect(await count()).toBe(0)
})

test('what has changed in a time is found, also if its transaction began a while before', async () => {
  const { userId } = await storeDonor(db)
  expect((await findRecentChanges(pool, 0)).changes).toContainEqual({ table: 'donors', personId: userId })
  await sql`update live_changes set changed_at = now() - interval '62 seconds'`.execute(owner)
  expect(await findRecentChanges(pool, 1_000)).toEqual({ changes: [], missed: false })
})

test('what has changed in a longer time than entries are kept is not known', async () => {
  expect(await findRecentChanges(pool, 600_000)).toEqual({ changes: [], missed: true })
})
