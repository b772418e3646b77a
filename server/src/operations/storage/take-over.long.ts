import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPool } from '../../platform/database/connection.ts'
import { readCatalog } from '../../testing/earlier-versions/catalog.ts'
import { readColumns, readStoredRows } from '../../testing/earlier-versions/copied-rows.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/postgres/test-database.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { LOGINS } from '../demo/logins.ts'
import { migrate } from './migrate.ts'
import { grantToServer } from './server-role.ts'

const VERSION_0_6 = gunzipSync(readFileSync(join(import.meta.dirname, 'earlier-versions/0.6.0.sql.gz')))

/** What the program of version 0.6 gave a donor's browser, with the secret of the tests. */
const COOKIES = {
  session:
    'bloodbank.session=JwB7iocdXS8_44hBfd6YDJvby8yZ6fgT.qbZ1NFunAq25v0ZEGdFLJ8roJArIjRwnKSXTLsFYfpw%3D',
  device:
    'bloodbank.device=KQ9MGQzj3Qn3L0haIzyXkm2324pQLR9X7qEaVMY1714~ZF5oSfcX3_qb9fchXng6maMM-lS0LB6bD1J2kvbIqs0.28QiMk7GHko552_wg9oQtg.mwv0yhgp',
}

/** What the take-over does not preserve, or what belongs to running servers. */
const NOT_COMPARED = ['live_changes', 'job_servers', 'kysely_migration', 'kysely_migration_lock']

async function createDatabaseOf06() {
  const database = await createTestDatabase('template0')
  await database.ownerPool.query(VERSION_0_6.toString())
  return database
}

/** The rows of every table as text, with only the given columns of each. */
async function readRows({ ownerPool }: TestDatabase, columnsOf: Map<string, string[]>) {
  const rows: Record<string, string[]> = {}
  for (const [table, columns] of columnsOf) {
    const stored = await readStoredRows(ownerPool, table, columns)
    rows[table] = stored.map(row => row.join('\t')).sort()
  }
  return rows
}

async function readComparedColumns({ ownerPool }: TestDatabase) {
  const columns = await readColumns(ownerPool)
  for (const table of NOT_COMPARED) columns.delete(table)
  columns.set('numbers_sent', ['user_id', 'sent_at', 'numbers'])
  columns.set('alert_waves', columns.get('alert_waves')?.filter(name => name !== 'seed') ?? [])
  // The date of a donor whose donation is disputed changes.
  columns.set(
    'donors',
    columns.get('donors')?.filter(name => !/^(recorded|latest)_donation/.test(name)) ?? [],
  )
  return columns
}

const fresh = await createTestDatabase()
const refused = await createDatabaseOf06()
const taken = await createDatabaseOf06()
const firstRelease = await createDatabaseOf06()
await storeWhatIsCompleted()
const columns = await readComparedColumns(taken)
const before = await readRows(taken, columns)
const pools = [1, 2, 3].map(() => createPool(taken.ownerAddress, () => {}, { hasTimeouts: false }))
await Promise.all(pools.map(pool => migrate(pool)))
for (const pool of pools) await pool.end()
await grantToServer(taken.owner)

await sql`
  drop table imported_donors, declined_imports;
  delete from kysely_migration where name = '0063-imported-donors'`.execute(firstRelease.owner)
await migrate(firstRelease.ownerPool)
await grantToServer(firstRelease.owner)

/** A disputed donation, and reports of which one was dismissed: their rows get what version 0.6 did not store. */
async function storeWhatIsCompleted() {
  await sql`
    do $$ declare
      reporter constant uuid := (select id from users where email = ${sql.lit(LOGINS.volunteer.email)});
      malicious constant uuid := (select id from users where email = ${sql.lit(LOGINS.donor.email)});
      reported constant uuid := uuidv7();
    begin
      update donors set recorded_donation_date = '2026-11-01' where user_id = reporter;
      insert into donations (user_id, donated_on, recorded_by) values (reporter, '2026-10-01', 'donor');
      insert into donations (user_id, donated_on, recorded_by, disputed_at)
      values (reporter, '2026-11-01', 'requester', '2026-11-02');
      update users set created_at = '2026-01-01';
      insert into report_cases (id, subject, user_id, opened_at) values (reported, 'person', reporter, '2026-11-02');
      insert into reports (case_id, reporter_id, kind, reported_at, dismissed_at) values
        (reported, reporter, 'harassment', '2026-11-02', null),
        (reported, malicious, 'harassment', '2026-11-02', null),
        (reported, malicious, 'not-real', '2026-11-03', '2026-11-04'),
        (reported, null, 'other', '2026-11-04', null);
      insert into audit_entries (actor_id, action, target_id, after, at) values
        (uuidv7(), 'report-dismissed', malicious, '{"reason": "mistaken"}', '2026-11-01'),
        (uuidv7(), 'report-dismissed', malicious, '{"reason": "malicious"}', '2026-11-04');
    end $$`.execute(taken.owner)
}

test('a database of version 0.6 gets the definitions of a new one', async () => {
  const definitions = await readCatalog(taken.ownerPool)
  expect(definitions).toEqual(await readCatalog(fresh.ownerPool))
  expect(definitions.length).toBeGreaterThan(700)
})

test('so does one of its first release, which had no imported donors', async () => {
  expect(await readCatalog(firstRelease.ownerPool)).toEqual(await readCatalog(fresh.ownerPool))
})

test('its migrations are those of a new database', async () => {
  const names = (database: typeof taken) =>
    sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.owner)
  expect((await names(taken)).rows).toEqual((await names(fresh)).rows)
})

test('every value of every row of version 0.6 is still there', async () => {
  expect(await readRows(taken, columns)).toEqual(before)
  expect(Object.values(before).filter(rows => rows.length > 0).length).toBeGreaterThan(15)
})

test('what version 0.6 did not store is computed', async () => {
  const { rows: reports } = await sql`
    select kind, dismissal_reason, counts_by_itself from reports order by reported_at, counts_by_itself`.execute(
    taken.owner,
  )
  expect(reports).toEqual([
    { kind: 'harassment', dismissalReason: null, countsByItself: false },
    { kind: 'harassment', dismissalReason: null, countsByItself: true },
    { kind: 'not-real', dismissalReason: 'malicious', countsByItself: false },
    { kind: 'other', dismissalReason: null, countsByItself: true },
  ])
  const { rows: users } = await sql`
    select from users
     where email_verified_at is distinct from case when email_verified then created_at end`.execute(
    taken.owner,
  )
  expect(users).toEqual([])
  const donor = await taken.owner
    .selectFrom('donors')
    .select('recordedDonationDate')
    .where('email', '=', LOGINS.volunteer.email)
    .executeTakeFirst()
  expect(donor).toEqual({ recordedDonationDate: '2026-10-01' })
})

test('people stay signed in, and known in their browsers', async () => {
  await sql`update sessions set last_used_at = now(), expires_at = now() + interval '1 day'`.execute(
    taken.owner,
  )
  const bank = await startTestApp({}, { database: taken })
  const { email, password } = LOGINS.donor
  const browser = Object.assign(bank.stranger(), { cookie: Object.values(COOKIES).join('; ') })
  expect((await browser.call(readSession)).body.user).toMatchObject({ email })
  const wrong = { body: { email, password: 'a wrong guess' } }
  for (let time = 0; time < 6; time += 1) await bank.stranger().call(signIn, wrong)
  expect((await bank.stranger().call(signIn, { body: { email, password } })).status).toBe(429)
  expect((await browser.call(signIn, { body: { email, password } })).status).toBe(201)
})

/** Everything that a refusal must leave as it was. */
const readAll = async (database: TestDatabase) => ({
  definitions: await readCatalog(database.ownerPool),
  rows: await readRows(database, await readColumns(database.ownerPool)),
})

test('a take-over that fails changes nothing', async () => {
  // Its last statement fails.
  await sql`alter table kysely_migration add constraint no_baseline check (name < '0101')`.execute(
    refused.owner,
  )
  const unchanged = await readAll(refused)
  await expect(migrate(refused.ownerPool)).rejects.toThrow('no_baseline')
  expect(await readAll(refused)).toEqual(unchanged)
})

test('a database of a version before 0.6 is refused, and not changed', async () => {
  await sql`delete from kysely_migration where name > '0055'`.execute(refused.owner)
  const unchanged = await readAll(refused)
  await expect(migrate(refused.ownerPool)).rejects.toThrow('Start version 0.6 on it once, then this version.')
  expect(await readAll(refused)).toEqual(unchanged)
})
