import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { NEWEST_BACKUP } from '../../testing/earlier-versions/backups.ts'
import { findBreakingChanges, readTableShapes } from '../../testing/earlier-versions/table-shapes.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { migrate } from '../storage/migrate.ts'
import { readHeading } from './format.ts'

/** The newest migration of the last release, which is the one that its backup was made with. */
const { migration } = readHeading(gunzipSync(readFileSync(NEWEST_BACKUP)).toString().split('\n')[0])

const { ownerPool: pool } = await createTestDatabase('template0')
await migrate(pool, migration)
const released = await readTableShapes(pool)

/** Changes since the last release to what its program neither reads nor writes, such as `donors.faculty is gone`. */
const UNUSED_BY_LAST_RELEASE: string[] = []

/** What a statement would break. It is rolled back. */
async function changesBy(statement: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    const before = await readTableShapes(client)
    await client.query('begin')
    await client.query(statement)
    const changes = findBreakingChanges(before, await readTableShapes(client))
    await client.query('rollback')
    return changes
  } finally {
    client.release(true)
  }
}

test('migrations since the last release leave everything that its program uses', async () => {
  await migrate(pool)
  expect(released.length).toBeGreaterThan(100)
  const changes = findBreakingChanges(released, await readTableShapes(pool))
  expect(
    changes.filter(change => !UNUSED_BY_LAST_RELEASE.includes(change)),
    'During an upgrade both versions run. Add first; remove in the release after (storage/README.md).',
  ).toEqual([])
})

test.each([
  ['alter table donors drop column department cascade', 'donors.department is gone'],
  ['alter table donors rename column department to faculty', 'donors.department is gone'],
  ['drop table suspensions', 'suspensions.user_id is gone'],
  [
    'alter table credentials alter column password type varchar(500)',
    'credentials.password was text and is character varying(500)',
  ],
  ['alter table donors add column faculty text not null', 'donors.faculty is new and has no default'],
  [
    'alter table donors alter column last_donation_date set not null',
    'donors.last_donation_date must have a value now',
  ],
  ['alter table donors alter column is_verified drop default', 'donors.is_verified has no default any more'],
])('%s is noticed', async (statement, change) => {
  expect(await changesBy(statement)).toContain(change)
})

test.each([
  'alter table donors add column faculty text',
  `alter table donors add column faculty text not null default ''`,
  'create table faculties (name text not null)',
])('%s is allowed', async statement => {
  expect(await changesBy(statement)).toEqual([])
})
