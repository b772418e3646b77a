import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { TABLE_CLAIMS } from '@blood-bank/contract/testing/table-claims'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aBloodRequest, aDonor } from '../../testing/person.ts'
import { storePersonalData } from '../../testing/personal-data.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { NO_POSTING_LIMITS, PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, OWN_EXPORTS_PER_MINUTE: '0' })
const EMAIL = 'rima@example.edu'

/** The field of the export that has the rows of a table, as the privacy page says. */
const EXPORT_FIELDS = Object.entries(TABLE_CLAIMS).flatMap(([table, { export: field }]) =>
  field === null ? [] : [[table, field] as const],
)

/** A copy of the file must not allow signing in. What outlived an erasure is in the suspension and the account again. */
const OMITTED_TABLES = ['credentials', 'mail_links', 'erased_accounts']

/** Columns that are not in an export: secrets, references to the user, and generated columns. */
const OMITTED_COLUMNS: Record<string, string[]> = {
  users: ['unverified_since', 'suspended_at', 'mailbox', 'registered_network'],
  alert_preferences: ['user_id'],
  // They name the request, and who posted it; the last one is about that person.
  // Why somebody was asked can tell that another donor declined.
  alerts: [
    'user_id',
    'blood_request_id',
    'requester_id',
    'requester_mailbox',
    'requester_network',
    'need',
    'requester_has_record',
    'requester_is_new',
    'kind',
  ],
  blood_requests: [
    'user_email',
    'search_text',
    'idempotency_key',
    'is_hidden',
    'next_wave_at',
    'sought_at',
    'held_back_at',
    'found_real_at',
    'need',
  ],
  consents: ['user_id'],
  // Each reveal joins its two rows, and names the request by its hospital and contact.
  contact_reveals: ['event', 'owner_id', 'viewer_id', 'blood_request_id'],
  // Who named the person is about that admin.
  coordinators: ['user_id', 'named_by'],
  coordinators_on_call: ['user_id'],
  // The request is somebody else's.
  on_call_alerts: ['user_id', 'blood_request_id', 'reveal_id'],
  deleted_posts: ['user_id'],
  // The hall has its name.
  kept_donors: ['id', 'token_hash', 'state', 'hall_id', 'kept_by', 'told_at', 'warned_at'],
  request_deletions: ['user_id'],
  // The address has the code.
  share_pages: ['code'],
  // The request is named by the offer.
  donations: ['user_id', 'blood_request_id', 'offer_id', 'confirmed_at'],
  // What the planner calculates from the alerts and the preferences.
  // Whom a coordinator called, and who called, are other people.
  donor_calls: ['id', 'kept_donor_id', 'user_id', 'caller_id', 'reveal_id'],
  donors: ['user_id', 'search_text', 'is_hidden', 'alerts_from', 'last_alerted_at', 'alert_order'],
  number_warnings: ['user_id'],
  // The numbers are stored only as hashes, and belong to other people.
  numbers_sent: ['user_id', 'network', 'numbers'],
  // The request is described by its fields.
  offers: [
    'user_id',
    'blood_request_id',
    'reveal_id',
    'contact_until',
    'contact_withdrawn_at',
    // Who said that the hospital could not take the donor, and whether it was undone once, is about somebody else.
    'result_by',
    'result_undone',
  ],
  thank_you_stops: ['user_id'],
  // What identifies the passkey to browsers, and the key that verifies it.
  passkeys: ['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports', 'rp_id'],
  // Whoever knows the endpoint and the keys can send to the device.
  push_devices: ['id', 'user_id', 'push_key_id', 'endpoint', 'p256dh', 'auth', 'browser'],
  // Nothing that could show who reported: neither what they wrote nor when. The export has the day of the first report.
  report_cases: ['id', 'user_id', 'blood_request_id', 'opened_at'],
  report_texts: ['id', 'case_id', 'report_id', 'is_note', 'author_id', 'about_id', 'written_at'],
  // What was reported belongs to other people.
  reports: ['id', 'case_id', 'reporter_id', 'blood_request_id', 'offer_id'],
  // The last one only an ended session has, and the export lists the others.
  sessions: ['ended_by_role_change', 'id', 'user_id', 'token', 'password_given_at', 'passkey_id'],
  suspensions: ['user_id'],
  // Whoever has a copy of the file must not guess the code.
  text_numbers: ['user_id', 'code_hash'],
}

// A number that belongs to no country, so that it is stored as entered.
const NUMBER = '555 0 1 55'
const changedAt = new Date('2026-02-01T10:00:00Z')

const rima = await bank.signedInAs({ email: EMAIL })
await rima.call(registerDonor, { body: aDonor({ contactNumber: NUMBER, lastDonationDate: '2026-01-31' }) })
const form = { contactNumber: NUMBER, hospitalLocation: 'Ward 7', additionalInfo: 'Please call first.' }
for (let time = 0; time < 59; time += 1) await rima.call(postBloodRequest, { body: aBloodRequest(form) })
await bank.stranger().call(signIn, { body: { email: EMAIL, password: PASSWORD } })

const zulfikar = await bank.signedInAs({ email: 'zulfikar@example.edu' })
await zulfikar.call(registerDonor, {
  body: aDonor({ fullName: 'Zulfikar Uddin', universityId: 'ZULFIKAR-1' }),
})
await zulfikar.call(postBloodRequest, { body: aBloodRequest({ patientName: 'Father of Zulfikar' }) })

await storePersonalData(bank.db, {
  person: { id: rima.id, email: EMAIL },
  admin: zulfikar,
  otherRequest: await storeBloodRequest(bank.db),
})
const { db } = bank
await db
  .updateTable('reportTexts')
  .set({ text: 'A text of Zulfikar' })
  .where('authorId', '=', zulfikar.id)
  .execute()
await db
  .updateTable('donors')
  .set({ verificationChangedAt: changedAt, activationChangedAt: changedAt })
  .execute()
await db.updateTable('offers').set({ onTheWaySaidAt: changedAt, onTheWayMinutes: 30 }).execute()
await db.updateTable('alerts').set({ answer: 'no', answeredAt: changedAt }).execute()
await db
  .updateTable('keptDonors')
  .set({
    contactNumber: NUMBER,
    lastDonationDate: '2026-01-31',
    state: 'agreed',
    batch: '2021',
    askFor: 'Rima',
    restsUntil: '2026-02-14',
    consentKind: 'paper',
    consentedAt: changedAt,
  })
  .execute()
await db
  .updateTable('textNumbers')
  .set({ codeHash: Buffer.alloc(32), codeSentAt: changedAt })
  .execute()
await db.updateTable('bloodRequests').set({ contactNumber: NUMBER }).execute()
const withdrawn = {
  userId: rima.id,
  donatedOn: '2025-08-01',
  recordedBy: 'donor',
  isWithdrawn: true,
} as const
await db.insertInto('donations').values(withdrawn).execute()

/** The column that refers to the user, where it is not `user_id`. */
const USER_COLUMNS: Record<string, string> = {
  users: 'id',
  contact_reveals: 'owner_id',
  reports: 'reporter_id',
  report_texts: 'author_id',
}

/** Tables whose rows belong to the user through a blood request or the address. */
const INDIRECTLY_OWN: Record<string, string> = {
  share_pages: 'blood_request_id in (select id from blood_requests where user_id = $1)',
  kept_donors: 'email = (select email from users where id = $1)',
}

const isOwn = (table: string) => INDIRECTLY_OWN[table] ?? `${USER_COLUMNS[table] ?? 'user_id'} = $1`

const rowsOf = async (table: string) =>
  (await bank.pool.query(`select * from ${table} where ${isOwn(table)}`, [rima.id])).rows

const valuesIn = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : [])

const toJsonValue = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

test('every table about people is in the export as the privacy page says, or is left out for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (
       a.attname in ('user_id', 'owner_id') or exists (
         select from pg_constraint f
          where f.conrelid = c.oid and f.confrelid = 'users'::regclass and a.attnum = any (f.conkey)))
     order by 1`.execute(bank.owner)
  const exported = EXPORT_FIELDS.map(([table]) => table).filter(
    table => table !== 'users' && !Object.hasOwn(INDIRECTLY_OWN, table),
  )
  const owned = rows.map(({ name }) => name).filter(name => !Object.hasOwn(INDIRECTLY_OWN, name))
  expect(owned).toEqual([...exported, ...OMITTED_TABLES].sort())
})

test('the export contains every row of the user, with every value', async () => {
  const { body } = await rima.call(exportOwnAccount)
  expect(body.bloodRequests).toHaveLength(60)
  expect(body.sessions).toHaveLength(2)
  for (const [table, part] of EXPORT_FIELDS) {
    const rows = await rowsOf(table)
    expect(rows.length).toBeGreaterThan(0)
    const shown = [body[part]].flat()
    expect([table, shown.length]).toEqual([table, rows.length])
    for (const row of rows) {
      const columns = Object.keys(row).filter(column => !OMITTED_COLUMNS[table]?.includes(column))
      const values = columns.map(column => toJsonValue(row[column]))
      const hasAllValues = (record: unknown) => {
        // When a donor arrives is an object of its own.
        const own = Object.values(record as object).flatMap(value => [value, ...valuesIn(value)])
        return values.every(value => own.includes(value))
      }
      expect(shown.filter(hasAllValues), `a row of ${table} with ${values}`).not.toEqual([])
    }
  }
})

test('the export contains no data of other users and no secret', async () => {
  const { text } = await rima.call(exportOwnAccount)
  for (const word of ['zulfikar', 'Zulfikar', 'ZULFIKAR', zulfikar.id]) expect(text).not.toContain(word)
  const { rows } = await sql<{ secret: string }>`
    select token as secret from sessions union all select password from credentials`.execute(bank.owner)
  expect(rows.length).toBeGreaterThan(3)
  for (const { endpoint, p256dh, auth } of await bank.db.selectFrom('pushDevices').selectAll().execute())
    rows.push({ secret: endpoint }, { secret: p256dh }, { secret: auth })
  for (const { secret } of rows) expect(text).not.toContain(secret)
})

test('until they claim the profile, calls of somebody whom a list names are in it, and who saw the number', async () => {
  const { id } = await db
    .selectFrom('keptDonors')
    .select('id')
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow()
  const calledAt = new Date('2026-02-02T20:00:00Z')
  const call = { keptDonorId: id, callerId: zulfikar.id, bloodRequestId: null, calledAt }
  await db.insertInto('donorCalls').values(call).execute()
  const began = { event: 'began', occasion: 'coordinator', occurredAt: calledAt } as const
  const look = { ...began, revealId: id, ownerId: id, viewerId: zulfikar.id, bloodRequestId: null }
  await db.insertInto('contactReveals').values(look).execute()
  const { calls, contactReveals } = (await rima.call(exportOwnAccount)).body
  const at = calledAt.toISOString()
  expect(calls).toContainEqual(expect.objectContaining({ calledAt: at, wasCaller: false }))
  expect(contactReveals).toContainEqual(expect.objectContaining({ beganAt: at, occasion: 'coordinator' }))
})

test('the export is sent as a file', async () => {
  const { headers } = await rima.call(exportOwnAccount)
  expect(headers['content-disposition']).toBe('attachment; filename="my-blood-bank-data.json"')
  expect(headers['cache-control']).toBe('no-store')
})

test('a user without a donor profile and requests has an export, too, verified or not', async () => {
  const newcomer = await bank.signedInAs({ email: 'new@example.edu', emailVerified: false })
  const { body } = await newcomer.call(exportOwnAccount)
  expect(body).toMatchObject({
    account: { id: newcomer.id, email: 'new@example.edu', emailVerified: false },
    donorProfile: null,
    bloodRequests: [],
    consents: [{ version: expect.any(String) }],
    sessions: [{ startedAt: expect.any(String) }],
  })
})

test('of six concurrent exports at two servers one a minute succeeds, and the refusal says when to retry', async () => {
  const limited = await startTestApp()
  const elsewhere = await limited.anotherServer()
  const nadia = await limited.signedInAs()
  const there = Object.assign(elsewhere.stranger(), { cookie: nadia.cookie })
  const replies = await Promise.all(
    [nadia, there, nadia, there, nadia, there].map(one => one.call(exportOwnAccount)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429])
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.error?.code).toBe('too-many-exports')
  expect(refused?.error?.message).toMatch(
    /^You downloaded your data a moment ago\. You can download it again in \d+ seconds?\.$/,
  )
  // The clocks of two servers may differ.
  const seconds = Number(refused?.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(61)
  const another = await limited.signedInAs()
  expect((await another.call(exportOwnAccount)).status).toBe(200)
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
  expect((await nadia.call(exportOwnAccount)).status).toBe(200)
  vi.useRealTimers()
})
