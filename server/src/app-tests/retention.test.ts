import { NOT_PERSONAL, TABLE_CLAIMS } from '@blood-bank/contract/testing/table-claims'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { housekeepingJob } from '../operations/housekeeping/housekeeping.ts'
import { storePersonalData } from '../testing/personal-data.ts'
import { rowsOf } from '../testing/postgres/every-row.ts'
import { storeBloodRequest, storeDonor } from '../testing/stored.ts'
import { startTestApp } from '../testing/test-app.ts'

/** Tables whose rows stay until somebody deletes them. */
const STAYING = [
  'users',
  'credentials',
  'passkeys',
  'consents',
  'suspensions',
  'donors',
  'halls',
  'alert_preferences',
  'push_devices',
  'text_numbers',
  'thank_you_stops',
  'blood_requests',
  'share_pages',
  'offers',
  'donations',
  'answer_times',
  'halls',
  'audit_entries',
  'caught_mails',
  'caught_texts',
  'token_keys',
  'push_keys',
  'kysely_migration',
  'kysely_migration_lock',
]

/** All others. Jobs have periods of their own: housekeeping.test.ts. */
const ENDING = [...Object.keys(TABLE_CLAIMS), ...NOT_PERSONAL].filter(
  table => !STAYING.includes(table) && !table.startsWith('graphile_worker.'),
)

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

/** Stores a row in every table whose rows go, about somebody new. */
async function storeRows() {
  const { id, email } = await bank.newMember()
  await bank.signIn(email)
  await storeDonor(bank.db, { userId: id, email })
  const otherRequest = await storeBloodRequest(bank.db)
  await storePersonalData(bank.owner, { admin, otherRequest, person: { id, email } })
  await sql`insert into used_passkey_challenges values (sha256(${id}::bytea), now() + interval '1 minute')`.execute(
    bank.owner,
  )
  await sql`insert into text_days values (current_date, 1)`.execute(bank.owner)
  return rowsOf(bank.owner, ENDING)
}

/** Lets everything have happened 11 years earlier, requests be closed, and reports be decided. */
async function age() {
  await sql`
    update blood_requests set status = 'cancelled', closed_at = requested_at, unconfirmed_since = null, next_wave_at = null
     where status = 'active'`.execute(bank.owner)
  await sql`
    update report_cases set decision = 'upheld', reason = 'not-real', decided_at = opened_at where decision is null`.execute(
    bank.owner,
  )
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id)
    select reveal_id, 'ended', owner_id, viewer_id, occasion, blood_request_id from contact_reveals`.execute(
    bank.owner,
  )
  // As a replica, so that no trigger refuses it.
  await sql
    .raw(`
    do $$ declare place record; begin
      set local session_replication_role = replica;
      update attempt_limits set expire = 0;
      for place in
        select c.oid::regclass as name, string_agg(format('%1$I = %1$I - interval ''11 years''', attname), ', ') as changes
          from pg_class c join pg_attribute on attrelid = c.oid
         where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
           and attgenerated = '' and atttypid in ('timestamptz'::regtype, 'date'::regtype)
         group by 1
      loop execute format('update %s set %s', place.name, place.changes); end loop;
    end $$`)
    .execute(bank.owner)
}

test('what is old goes by itself from every table that says so, and nothing of today', async () => {
  await storeRows()
  await age()
  const old = await rowsOf(bank.owner, ENDING)
  const all = await storeRows()
  await housekeepingJob({
    ...bank,
    config: { ...bank.config, timeZone: 'UTC' },
    attempts: bank.attemptLimits,
    recordSecurityEvent: () => {},
    log: { warn: () => {} },
  })()
  const after = await rowsOf(bank.owner, ENDING)
  for (const table of ENDING) {
    const [were = [], are = [], left = []] = [old, all, after].map(rows => rows.get(table))
    expect(were, `nothing is stored in ${table}`).not.toEqual([])
    const fresh = are.filter(row => !were.includes(row))
    expect(fresh, table).not.toEqual([])
    expect(
      left.filter(row => are.includes(row)),
      table,
    ).toEqual(fresh)
  }
})
