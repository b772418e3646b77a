import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askedFor, plannerOf, storeDonors } from '../../testing/alerts/alerts.ts'
import { aBloodRequest } from '../../testing/builders.ts'
import { confirm } from '../../testing/offers/unconfirmed-requests.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { migrate } from './migrate.ts'
import { grantToServer } from './server-role.ts'

/** The last migration of the version without alerts. */
const LAST_MIGRATION = '0027-posting-limits-of-a-batch'
const HOUR_MS = 3_600_000

/** The requests of one owner, by patient: some were posted longer ago than blood is needed for their urgency. */
const OLD = [
  { patient: 'Overdue One', urgency: 'urgent', status: 'active', age: '3 days' },
  { patient: 'Overdue Two', urgency: 'low', status: 'active', age: '400 days' },
  { patient: 'In Time', urgency: 'low', status: 'active', age: '1 day' },
  { patient: 'Closed', urgency: 'urgent', status: 'fulfilled', age: '3 days' },
]

const database = await createTestDatabase('template0')
await migrate(database.ownerPool, LAST_MIGRATION)
const { rows } = await sql<{ id: string }>`
  insert into users (email, name, email_verified, devices_known_since)
  values ('tasnim@example.edu', 'tasnim', true, now()) returning id`.execute(database.owner)
const ownerId = rows[0]?.id ?? ''
for (const { patient, urgency, status, age } of OLD)
  await sql`
    insert into blood_requests (
      user_id, user_email, patient_name, required_blood_group, units_required, hospital_name, contact_person,
      contact_number, urgency, status, requested_at)
    values (${ownerId}, 'tasnim@example.edu', ${patient}, 'B+', 1, 'Square Hospital', 'Tasnim', '+8801812345678',
            ${urgency}, ${status}, now() - ${age}::interval)`.execute(database.owner)
await migrate(database.ownerPool)
await grantToServer(database.owner)
const bank = await startTestApp({}, { database })
const plan = plannerOf(bank)
// A member with a password of this version takes them over.
const owner = await bank.signedInAs()
const email = String(owner.user?.email)
await sql`update blood_requests set user_id = ${owner.id}, user_email = ${email}`.execute(bank.db)
const donors = await storeDonors(bank, 1)

const requestOf = async (patient: string) => {
  const { records } = (await owner.call(listOwnBloodRequests, { query: {} })).body
  const found = records.find(({ patientName }) => patientName === patient)
  if (!found) throw new Error(`There is no request for ${patient}.`)
  return found
}

test('nobody is asked for a request from before there were alerts, and overdue owners are asked within an hour', async () => {
  await plan()
  for (const { patient } of OLD) expect((await requestOf(patient)).confirmedAt).toBeNull()
  bank.advance(HOUR_MS)
  await plan()
  for (const { patient } of OLD) {
    expect((await requestOf(patient)).unconfirmedSince !== null).toBe(patient.startsWith('Overdue'))
    expect(await askedFor(bank, await requestOf(patient))).toEqual([])
  }
  const mails = await bank.mailsTo(email)
  expect(mails.filter(({ subject }) => subject.includes('still needed?'))).toHaveLength(2)
})

test.each(['Overdue One', 'In Time'])(
  'its owner confirms the request «%s», and donors are asked',
  async patient => {
    await sql`delete from alerts`.execute(bank.db)
    await sql`update donors set last_alerted_at = null, alerts_from = '-infinity'`.execute(bank.db)
    const request = await requestOf(patient)
    expect((await confirm(owner, request)).status).toBe(200)
    await plan()
    expect(await askedFor(bank, request)).toEqual(donors)
  },
)

test('posting what looks like a request of the last version asks first', async () => {
  const form = { patientName: 'in  TIME', hospitalName: 'square hospital', isAnotherRequest: false }
  const posted = await owner.call(postBloodRequest, { body: aBloodRequest(form) })
  expect(posted).toRefuse('similar-request-active')
})
