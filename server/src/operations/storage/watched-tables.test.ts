import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeRequestDue, scheduleWave, setAlertsStoppedAt } from '../../features/blood-requests/store.ts'
import { setAlertTimes } from '../../features/donors/store.ts'
import { LIVE_LIST_RULES } from '../../features/live/lists.ts'
import { CACHED_TABLES } from '../../identity/access/caller.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeBloodRequest, storeDonor, storeKeptDonor, storeUser } from '../../testing/stored.ts'

const { owner } = await createTestDatabase()

const CACHED: readonly string[] = CACHED_TABLES
/** Nobody changes or deletes an entry of the audit log; instead of private alerts each search for donors is logged. */
const LOGGED = [...new Set(Object.values(LIVE_LIST_RULES).flatMap(({ tables }) => tables))].filter(
  table => table !== 'audit_entries' && table !== 'alerts',
)
const WATCHED = [...new Set([...CACHED, ...LOGGED])]

/** How far the sequence of a cached table is, and how many entries about a table the live log has. */
async function changesOf(table: string) {
  const counted = CACHED.includes(table)
    ? sql`(select last_value from ${sql.table(`${table}_changes`)})`
    : sql`0`
  const { rows } = await sql<{ counted: string; logged: string }>`
    select ${counted} as counted, (select count(*) from live_changes where table_name = ${table}) as logged`.execute(
    owner,
  )
  return { counted: Number(rows[0]?.counted), logged: Number(rows[0]?.logged) }
}

/** Whether cached replies and open pages learn of what a statement does to a table. */
async function isSeen(table: string, change: () => Promise<unknown>) {
  const before = await changesOf(table)
  await change()
  const after = await changesOf(table)
  return { byCache: after.counted > before.counted, byPages: after.logged > before.logged }
}

const isWatched = (table: string) => ({ byCache: CACHED.includes(table), byPages: LOGGED.includes(table) })

/** Stores a row of each watched table. */
async function storeRows() {
  const { userId } = await storeDonor(owner)
  const bloodRequest = await storeBloodRequest(owner)
  const row = { userId, bloodRequestId: bloodRequest.id }
  await owner
    .insertInto('offers')
    .values({ ...row, requiredBloodGroup: 'O+', status: 'withdrawn', settledAt: new Date() })
    .execute()
  await owner
    .insertInto('donations')
    .values({ ...row, offerId: null, donatedOn: '2026-01-01', recordedBy: 'donor' })
    .execute()
  await sql`
    with report_case as (
      insert into report_cases (subject, user_id, opened_at) values ('person', ${userId}, now()) returning id
    )
    insert into reports (case_id, kind, reported_at) select id, 'other', now() from report_case`.execute(
    owner,
  )
  const at = new Date()
  const { id: keptDonorId } = await storeKeptDonor(owner)
  await owner.insertInto('donorCalls').values({ keptDonorId, calledAt: at }).execute()
  await owner
    .insertInto('coordinatorsOnCall')
    .values({ userId, contactNumber: '+8801711000001', beganAt: at, endsAt: at, endedAt: null })
    .execute()
  await owner
    .insertInto('onCallAlerts')
    .values({ ...row, alertedAt: at })
    .execute()
}

beforeAll(async () => {
  for (const table of WATCHED)
    await sql`alter table ${sql.table(table)} add column added_later text`.execute(owner)
})

test.each(WATCHED)('what happens to a row of %s, and to a column that is added, is seen', async table => {
  expect(await isSeen(table, storeRows)).toEqual(isWatched(table))
  const update = () => sql`update ${sql.table(table)} set added_later = 'something'`.execute(owner)
  expect(await isSeen(table, update)).toEqual(isWatched(table))
  // Nothing changes by it.
  expect(await isSeen(table, update)).toMatchObject({ byCache: false })
  expect(await isSeen(table, () => sql`delete from ${sql.table(table)}`.execute(owner))).toEqual(
    isWatched(table),
  )
})

test.each(CACHED)('no cached reply shows what was in %s before it was emptied', async table => {
  await storeRows()
  const { byCache } = await isSeen(table, () => sql`truncate ${sql.table(table)} cascade`.execute(owner))
  expect(byCache).toBe(true)
})

test('asking donors, and planning when to ask, is seen neither by cached replies nor by pages', async () => {
  const now = new Date()
  const { userId } = await storeDonor(owner)
  const { id } = await storeBloodRequest(owner)
  const notSeen = { byCache: false, byPages: false }
  const ask = async () => {
    await setAlertTimes(owner, [{ userId, alertsFrom: '2027-01-01' }], { alertedAt: now })
    await scheduleWave(owner, id, now, { soughtAt: now, heldBackAt: now })
    await inTransaction(owner, db => setAlertsStoppedAt(db, id, now))
    await makeRequestDue({ id, now: new Date(0) }).execute(owner)
  }
  expect(await isSeen('donors', ask)).toEqual(notSeen)
  expect(await isSeen('blood_requests', ask)).toEqual(notSeen)
})

test('both people of an offer are told', async () => {
  const donor = await storeUser(owner)
  const { id, userId } = await storeBloodRequest(owner)
  await sql`delete from live_changes`.execute(owner)
  await owner
    .insertInto('offers')
    .values({ userId: donor.id, bloodRequestId: id, requiredBloodGroup: 'O+' })
    .execute()
  const { rows } = await sql<{ personId: string }>`
    select person_id from live_changes where table_name = 'offers'`.execute(owner)
  expect(rows.map(({ personId }) => personId).toSorted()).toEqual([donor.id, userId].toSorted())
})
