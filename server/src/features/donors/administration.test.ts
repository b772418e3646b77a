import {
  activateDonor,
  listDonors,
  revealDonorNumber,
  verifyDonor,
} from '@blood-bank/contract/donors/administration'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { verifyDonors } from '@blood-bank/contract/donors/verifications'
import { listDonationsOfDonor, recordDonationOfDonor } from '@blood-bank/contract/offers/donations'
import { listOffersOfDonor } from '@blood-bank/contract/offers/endpoints'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { aDonor } from '../../testing/person.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const UNKNOWN = '0198f3a0-1234-7abc-8def-0123456789ab'

const auditOf = (targetId: string) =>
  bank.db.selectFrom('auditEntries').selectAll().where('targetId', '=', targetId).orderBy('id').execute()

test('an admin verifies a donor and withdraws it; the donor sees it, and the audit log has it', async () => {
  const rima = await bank.signedInAs()
  const { body: donor } = await rima.call(registerDonor, { body: aDonor() })
  const params = { id: donor.id }
  const verified = await admin.call(verifyDonor, { params, body: { isVerified: true } })
  expect([verified.status, verified.body]).toMatchObject([
    200,
    { id: donor.id, userId: rima.id, isVerified: true },
  ])
  expect((await rima.call(readOwnDonor)).body.donor?.isVerified).toBe(true)
  await admin.call(verifyDonor, { params, body: { isVerified: false } })
  expect((await rima.call(readOwnDonor)).body.donor?.isVerified).toBe(false)
  const audit = await auditOf(donor.id)
  const [by, no, yes] = [
    { actorId: admin.id, action: 'donor-verified' },
    { isVerified: false },
    { isVerified: true },
  ]
  expect(audit).toMatchObject([
    { ...by, before: no, after: yes },
    { ...by, before: yes, after: no },
  ])
  for (const secret of [donor.email, donor.fullName, donor.universityId, '1712345678'])
    expect(JSON.stringify(audit).replaceAll('-', '')).not.toContain(secret.replaceAll('-', ''))
})

test('a donor whose profile is made inactive is left out of searches until it is active again', async () => {
  const rima = await bank.signedInAs()
  const { body: donor } = await rima.call(registerDonor, { body: aDonor({ bloodGroup: 'AB-' }) })
  const found = async () =>
    (await rima.call(searchDonors, { query: { bloodGroup: 'AB-' } })).body.records.map(hit => hit.id)
  const activate = (isProfileActive: boolean) =>
    admin.call(activateDonor, { params: { id: donor.id }, body: { isProfileActive } })
  expect((await activate(false)).body.isProfileActive).toBe(false)
  expect(await found()).toEqual([])
  expect((await rima.call(readOwnDonor)).body.donor?.isProfileActive).toBe(false)
  await activate(true)
  expect(await found()).toEqual([donor.id])
  expect(await auditOf(donor.id)).toMatchObject([
    { action: 'donor-activated', after: { isProfileActive: false } },
    { action: 'donor-activated', after: { isProfileActive: true } },
  ])
})

test('a donor who does not exist is gone, whatever an admin wants of them', async () => {
  const params = { id: UNKNOWN }
  for (const reply of [
    await admin.call(verifyDonor, { params, body: { isVerified: true } }),
    await admin.call(activateDonor, { params, body: { isProfileActive: true } }),
    await admin.call(revealDonorNumber, { params }),
    await admin.call(listOffersOfDonor, { params, query: {} }),
    await admin.call(listDonationsOfDonor, { params, query: {} }),
    await admin.call(recordDonationOfDonor, { params, body: { donatedOn: '2026-01-01' } }),
  ])
    expect(reply).toRefuse('donor-gone')
})

const verify = async (ids: string[], isVerified = true) =>
  admin.call(verifyDonors, { body: { ids, isVerified } })
const areVerified = async (ids: string[]) => {
  const donors = await bank.db.selectFrom('donors').select(['id', 'isVerified']).execute()
  return ids.map(id => donors.find(donor => donor.id === id)?.isVerified)
}
const changesOf = (targetIds: string[]) =>
  bank.db
    .selectFrom('auditEntries')
    .select(['targetId', 'actorId', 'action', 'before', 'after'])
    .where('targetId', 'in', targetIds)
    .orderBy('id')
    .execute()

test('donors are verified together; the reply says what became of each, and each change is audited', async () => {
  const waiting = [await storeDonor(bank.db), await storeDonor(bank.db)].map(({ id }) => id)
  const { id: before } = await storeDonor(bank.db, { isVerified: true })
  const [first = '', second = ''] = waiting
  const { body } = await verify([first, UNKNOWN, before, second, first])
  expect(body.outcomes).toEqual([
    { id: first, outcome: 'changed' },
    { id: UNKNOWN, outcome: 'gone' },
    { id: before, outcome: 'already' },
    { id: second, outcome: 'changed' },
  ])
  expect(await areVerified([...waiting, before])).toEqual([true, true, true])
  const change = { actorId: admin.id, action: 'donor-verified', before: { isVerified: false } }
  const entries = await changesOf([...waiting, before, UNKNOWN])
  expect(entries.toSorted(a => (a.targetId === first ? -1 : 1))).toEqual([
    { ...change, targetId: first, after: { isVerified: true } },
    { ...change, targetId: second, after: { isVerified: true } },
  ])
})

test('a verification of several donors is undone by the same call', async () => {
  const ids = [(await storeDonor(bank.db)).id, (await storeDonor(bank.db)).id]
  await verify(ids)
  const { body } = await verify(ids, false)
  expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
  expect(await areVerified(ids)).toEqual([false, false])
  expect(await changesOf(ids)).toHaveLength(4)
})

test('two admins who verify the same donors at once change each of them once', async () => {
  const donors = await Promise.all(Array.from({ length: 6 }, () => storeDonor(bank.db)))
  const ids = donors.map(({ id }) => id)
  const replies = await Promise.all([verify(ids), verify(ids.toReversed())])
  const outcomes = replies.flatMap(({ body }) => body.outcomes.map(({ outcome }) => outcome))
  expect(outcomes.toSorted()).toEqual([...ids.map(() => 'already'), ...ids.map(() => 'changed')])
  expect(await changesOf(ids)).toHaveLength(6)
})

test('a donor who has changed the blood group since the admin looked is not verified, alone or with others', async () => {
  const [changed, same] = [
    await storeDonor(bank.db, { bloodGroup: 'O-' }),
    await storeDonor(bank.db, { bloodGroup: 'A+' }),
  ]
  const alone = { params: { id: changed.id }, body: { isVerified: true, bloodGroup: 'A+' } } as const
  expect(await admin.call(verifyDonor, alone)).toRefuse('blood-group-changed')
  const ids = [changed.id, same.id]
  const { body } = await admin.call(verifyDonors, {
    body: { ids, isVerified: true, bloodGroups: ['A+', 'A+'] },
  })
  expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['other-group', 'changed'])
  expect(await areVerified(ids)).toEqual([false, true])
  await admin.call(verifyDonor, { ...alone, body: { isVerified: true, bloodGroup: 'O-' } })
  expect(await areVerified(ids)).toEqual([true, true])
})

type Query = Parameters<typeof admin.call<typeof listDonors>>[1]['query']
const namesOf = async (query: Query) => {
  const { body } = await admin.call(listDonors, { query })
  return body.records.map(donor => donor.fullName)
}

test('the list has all donors, including those that searches do not find, and filters them', async () => {
  const tag = { universityId: 'FILTER-1' }
  await storeDonor(bank.db, { ...tag, fullName: 'Away', isAvailable: false })
  await storeDonor(bank.db, { ...tag, fullName: 'Inactive', isProfileActive: false })
  await storeDonor(bank.db, { ...tag, fullName: 'Verified', isVerified: true, bloodGroup: 'B-' })
  const search = 'filter-1'
  expect(await namesOf({ search })).toEqual(['Verified', 'Inactive', 'Away'])
  expect(await namesOf({ search, isAvailable: 'false' })).toEqual(['Away'])
  expect(await namesOf({ search, isProfileActive: 'false' })).toEqual(['Inactive'])
  expect(await namesOf({ search, isVerified: 'true' })).toEqual(['Verified'])
  expect(await namesOf({ search, isVerified: 'false', bloodGroup: 'B-' })).toEqual([])
})

test('the first page has the total of donors that match search and filters', async () => {
  for (const isVerified of [true, true, true, false])
    await storeDonor(bank.db, { universityId: 'COUNT-1', bloodGroup: 'AB+', isVerified })
  const query = { search: 'count-1', bloodGroup: 'AB+', isVerified: 'true', limit: '2' } as const
  const { body: first } = await admin.call(listDonors, { query })
  expect([first.records.length, first.total]).toEqual([2, 3])
  const { body: second } = await admin.call(listDonors, { query: { ...query, after: first.next ?? '' } })
  expect([second.records.length, second.total]).toEqual([1, null])
})

test.each(['ÉMILE', 'émile dupont', '50%_', 'রিমা', '\\ph', ' phd-7 '])(
  'a donor is found by %j, a part of name, number or department in any case',
  async search => {
    await storeDonor(bank.db, {
      fullName: 'Émile Dupont',
      universityId: 'PHD-7 50%_',
      department: 'রিমা\\Physics',
    })
    expect((await namesOf({ search }))[0]).toBe('Émile Dupont')
  },
)

test('wildcards of the database are literal characters in a search', async () => {
  await storeDonor(bank.db, { fullName: 'abc', universityId: 'PLAIN-1' })
  for (const search of ['plain_1', 'plain%', "plain-1' or true --"])
    expect(await namesOf({ search })).toEqual([])
})

test.each<[Query, string[]]>([
  [{}, ['badal', 'Chandra', 'Abir']],
  [{ order: 'asc' }, ['Abir', 'Chandra', 'badal']],
  [{ sort: 'fullName', order: 'asc' }, ['Abir', 'badal', 'Chandra']],
  [{ sort: 'department', order: 'asc' }, ['Chandra', 'badal', 'Abir']],
  [{ sort: 'bloodGroup', order: 'desc' }, ['Chandra', 'Abir', 'badal']],
])('an admin lists donors by %j', async (query, names) => {
  const universityId = `SORT-${JSON.stringify(query)}`
  const on = (day: number) => ({ universityId, registeredAt: new Date(Date.UTC(2026, 0, day)) })
  await storeDonor(bank.db, { ...on(1), fullName: 'Abir', department: 'zoology', bloodGroup: 'B+' })
  await storeDonor(bank.db, { ...on(3), fullName: 'badal', department: 'Law', bloodGroup: 'A+' })
  await storeDonor(bank.db, { ...on(2), fullName: 'Chandra', department: 'arts', bloodGroup: 'O-' })
  expect(await namesOf({ ...query, search: universityId })).toEqual(names)
})

test('a list sorted by names of maximum length can be paged to its end', async () => {
  const names = ['ক', 'খ', 'গ'].map(letter => letter.repeat(120))
  for (const fullName of names) await storeDonor(bank.db, { fullName, universityId: 'LONG-1' })
  const query = { search: 'long-1', sort: 'fullName', order: 'asc', limit: '1' } as const
  const pages = await everyPage(place => admin.call(listDonors, { query: { ...query, ...place } }))
  const found = pages.flat().map(donor => donor.fullName)
  expect(found).toEqual(names)
})

/** How the number +8801512347788 can be written, whole and in part. */
const NUMBER_TEXTS = [
  '01512-347788',
  '+880 1512 347788',
  '008801512347788',
  '(01512) 347788',
  '০১৫১২৩৪৭৭৮৮',
  '347788',
]

test('a number that its donor shows is found in every format, and is no longer found once it is private', async () => {
  const rima = await bank.signedInAs()
  const form = aDonor({ fullName: 'Shows It', contactNumber: '01512-347788', allowContactVisibility: true })
  await rima.call(registerDonor, { body: form })
  for (const search of NUMBER_TEXTS) expect(await namesOf({ search })).toEqual(['Shows It'])
  await rima.call(updateOwnDonor, { body: { ...form, allowContactVisibility: false } })
  for (const search of [...NUMBER_TEXTS, '1512347788', '8801512347788'])
    expect(await namesOf({ search })).toEqual([])
  expect((await rima.call(readOwnDonor)).body.donor?.contactNumber).toBe('01512-347788')
})

test('no part of a private number finds its donor', async () => {
  const names = { fullName: 'Private', email: 'private@example.edu', universityId: 'HID' }
  await storeDonor(bank.db, { ...names, contactNumber: '+8801598765432' })
  const digits = '8801598765432'
  for (let length = 5; length <= digits.length; length += 1)
    for (let at = 0; at + length <= digits.length; at += 1)
      expect(await namesOf({ search: digits.slice(at, at + length) })).not.toContain('Private')
})
