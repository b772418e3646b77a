import { describeAuditEntry, describeAuditValues } from '@blood-bank/contract/audit/describe-entry'
import { exportAuditEntries, listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { closeBloodRequest, deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import {
  activateDonor,
  exportDonors,
  revealDonorNumber,
  verifyDonor,
} from '@blood-bank/contract/donors/administration'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { verifyDonors } from '@blood-bank/contract/donors/verifications'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { changeRole, liftSuspension, suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { readCsv } from '../../testing/http/read-csv.ts'
import { aDonor } from '../../testing/person.ts'
import { storeBloodRequest, storeDonor } from '../../testing/stored.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const rafi = await bank.signedInAs({ email: 'rafi@example.edu', role: 'admin' })
await rafi.call(registerDonor, { body: aDonor({ fullName: 'Rafi Ahmed' }) })
const tania = await bank.signedInAs({ email: 'tania@example.edu', role: 'admin' })

type Query = Parameters<typeof rafi.call<typeof listAuditEntries>>[1]['query']
const list = async (query: Query = {}) => (await rafi.call(listAuditEntries, { query })).body
const told = async (query: Query = {}) => (await list(query)).records.map(describeAuditEntry)

/** Stores an entry of the past. */
const store = (at: string, actorId = rafi.id) =>
  bank.db
    .insertInto('auditEntries')
    .values({ at: new Date(at), actorId, action: 'exported', targetId: null, before: null, after: null })
    .execute()

const nadia = await bank.signedInAs({ email: 'nadia@example.edu' })
const donor = await storeDonor(bank.db, { fullName: 'Karim Uddin' })
const bloodRequest = await storeBloodRequest(bank.db, { patientName: 'Salma Khatun' })
const mistaken = await storeBloodRequest(bank.db)

await rafi.call(changeRole, { params: { id: nadia.id }, body: { role: 'admin' } })
await rafi.call(changeRole, { params: { id: nadia.id }, body: { role: 'user' } })
await tania.call(suspendUser, {
  params: { id: nadia.id },
  body: { reason: 'harassment', note: 'First note' },
})
await tania.call(liftSuspension, { params: { id: nadia.id } })
await tania.call(suspendUser, { params: { id: nadia.id }, body: { reason: 'other', note: 'Second note' } })
await rafi.call(verifyDonor, { params: { id: donor.id }, body: { isVerified: true } })
await rafi.call(activateDonor, { params: { id: donor.id }, body: { isProfileActive: false } })
await rafi.call(closeBloodRequest, {
  params: { id: bloodRequest.id },
  body: { status: 'cancelled', reason: 'unreachable' },
})
await rafi.call(deleteBloodRequest, { params: { id: mistaken.id }, query: { reason: 'duplicate' } })
await rafi.send('POST', exportDonors.path)

test('an admin reads in words what admins did, newest first', async () => {
  expect(await told()).toEqual([
    'Rafi Ahmed exported 2 donors',
    'Rafi Ahmed deleted a blood request',
    'Rafi Ahmed cancelled the blood request for Salma Khatun (AB−, Square Hospital)',
    'Rafi Ahmed deactivated the donor profile of Karim Uddin',
    'Rafi Ahmed marked Karim Uddin as Verified',
    'tania@example.edu suspended nadia@example.edu',
    'tania@example.edu lifted the suspension of nadia@example.edu',
    'tania@example.edu suspended nadia@example.edu',
    'Rafi Ahmed took the admin role from nadia@example.edu',
    'Rafi Ahmed made nadia@example.edu an admin',
  ])
  const [made] = (await list({ order: 'asc' })).records
  expect(made).toMatchObject({
    actor: { id: rafi.id, name: 'Rafi Ahmed', email: 'rafi@example.edu' },
    record: { type: 'user', id: nadia.id, name: 'nadia@example.edu' },
    before: { role: 'user' },
    after: { role: 'admin' },
  })
  expect([made?.before ?? null, made?.after ?? null].map(describeAuditValues)).toEqual(['User', 'Admin'])
})

test('the note of a suspension is shown for as long as it lasts', async () => {
  const { records } = await list({ action: 'suspended' })
  expect(records.map(({ note }) => note)).toEqual(['Second note', null])
})

test.each<[Query, number]>([
  [{ search: 'rafi ahm' }, 7],
  [{ search: 'TANIA@' }, 3],
  [{ search: 'nadia' }, 0],
  [{ search: 'example' }, 10],
  [{ actor: tania.id }, 3],
  [{ actor: tania.id, search: 'rafi' }, 0],
  [{ action: 'suspended' }, 2],
  [{ type: 'user' }, 5],
  [{ type: 'user', search: 'example' }, 5],
  [{ type: 'donor', actor: rafi.id }, 2],
  [{ type: 'donor', action: 'role-changed' }, 0],
  [{ record: nadia.id }, 5],
  [{ record: nadia.id, actor: tania.id }, 3],
  [{ record: mistaken.id, type: 'blood-request' }, 1],
])('of ten entries, %j finds %i', async (query, total) => {
  const page = await list(query)
  expect([page.records.length, page.total]).toEqual([total, total])
  expect((await list({ ...query, limit: '1' })).total).toBe(total)
})

test('days are those of the site, both included', async () => {
  // In Dhaka, which is six hours ahead: the first and the last moment of March 5.
  for (const at of [
    '2026-03-04T17:59:59.999Z',
    '2026-03-04T18:00:00Z',
    '2026-03-05T17:59:59.999Z',
    '2026-03-05T18:00:00Z',
  ])
    await store(at)
  const times = async (query: Query) => (await list({ order: 'asc', ...query })).records.map(({ at }) => at)
  expect(await times({ from: '2026-03-05', to: '2026-03-05' })).toEqual([
    '2026-03-04T18:00:00.000Z',
    '2026-03-05T17:59:59.999Z',
  ])
  expect(await times({ to: '2026-03-05', actor: rafi.id })).toHaveLength(3)
  expect(await times({ from: '2026-03-06', to: '2026-03-05' })).toEqual([])
})

test('the pages of merged actors and actions contain each entry exactly once, also of the same moment', async () => {
  for (let time = 0; time < 3; time += 1)
    for (const { id } of [rafi, tania]) await store('2025-01-01T00:00:00Z', id)
  for (const query of [{}, { search: 'example' }, { search: 'example', type: 'user' }] as const) {
    const { total } = await list(query)
    const pages = await everyPage(cursor =>
      rafi.call(listAuditEntries, { query: { ...query, limit: '2', ...cursor } }),
    )
    const ids = pages.flat().map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
  }
})

test('an act on several records is one entry, which leads to those of all', async () => {
  const donors = await Promise.all([1, 2, 3].map(() => storeDonor(bank.db)))
  const ids = donors.map(({ id }) => id)
  const bloodGroups = donors.map(({ bloodGroup }) => bloodGroup)
  await tania.call(verifyDonors, { body: { ids, isVerified: true, bloodGroups } })
  const { records, total } = await list({ search: 'tania', type: 'donor' })
  expect([total, records.map(describeAuditEntry)]).toEqual([
    1,
    ['tania@example.edu marked 3 donors as Verified'],
  ])
  const [act = { id: '' }] = records
  const single = await list({ act: act.id })
  expect(single.records.map(({ record }) => record?.id).toSorted()).toEqual(ids.toSorted())
  expect(single.records.some(entry => 'records' in entry)).toBe(false)
  expect((await list({ record: ids[0] })).records.map(({ record }) => record?.id)).toEqual([ids[0]])
})

test('an export has the entries that match, safe for spreadsheets, and is an entry itself', async () => {
  await rafi.call(registerDonor, { body: aDonor() })
  await bank.db.updateTable('donors').set({ fullName: '=Karim()' }).where('id', '=', donor.id).execute()
  await rafi.call(revealDonorNumber, { params: { id: donor.id } })
  const reply = await rafi.send('POST', `${exportAuditEntries.path}?type=donor&order=asc&search=rafi`)
  expect(reply.headers['content-disposition']).toMatch(/filename="audit-entries-[\d-]+\.csv"/)
  const [headings, ...lines] = readCsv(reply.text)
  expect(headings).toEqual([...exportAuditEntries.reply.csv])
  expect(lines.map(line => [line[2], line[4], line[5], line[6], line[11]])).toEqual([
    ['Rafi Ahmed', 'Rafi Ahmed marked =Karim() as Verified', 'Not Verified', 'Verified', donor.id],
    ['Rafi Ahmed', 'Rafi Ahmed deactivated the donor profile of =Karim()', 'Active', 'Inactive', donor.id],
  ])
  expect((await told({ limit: '1' }))[0]).toBe('Rafi Ahmed exported 2 entries of the audit log')
})

test('entries of people who erased their accounts stay, without them', async () => {
  await tania.call(eraseOwnAccount, { body: { password: PASSWORD } })
  const { records } = await list({ actor: tania.id, action: 'suspended', limit: '1' })
  expect(records[0]?.actor).toEqual({ id: tania.id, name: null, email: null })
  await bank.db.deleteFrom('users').where('id', '=', nadia.id).execute()
  expect(await told({ record: nadia.id, action: 'suspended', limit: '1' })).toEqual([
    'Somebody who erased their account suspended somebody who erased their account',
  ])
  expect((await list({ action: 'suspended' })).records.map(({ note }) => note)).toEqual([null, null])
  expect(await told({ search: 'tania' })).toEqual([])
})
