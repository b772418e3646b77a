import { listDonors, readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { aDonor } from '../../testing/person.ts'
import { storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

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
