import { activateDonor, listDonors, verifyDonor } from '@blood-bank/contract/donors/administration'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { aDonor } from '../../testing/person.ts'
import { storeDonor, storeVerifiedDonors } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()

type Query = Parameters<typeof rima.call<typeof searchDonors>>[1]['query']
const search = async (query: Query) => (await rima.call(searchDonors, { query })).body
const namesOf = async (query: Query) => (await search(query)).records.map(donor => donor.fullName)

const on = (day: number) => new Date(Date.UTC(2026, 0, day))

test('a search finds the available donors of one group with an active profile', async () => {
  await storeDonor(bank.db, { bloodGroup: 'AB-', fullName: 'Available' })
  await storeDonor(bank.db, { bloodGroup: 'AB-', fullName: 'Away', isAvailable: false })
  await storeDonor(bank.db, { bloodGroup: 'AB-', fullName: 'Inactive', isProfileActive: false })
  await storeDonor(bank.db, { bloodGroup: 'AB+', fullName: 'Of another group' })
  expect(await namesOf({ bloodGroup: 'AB-' })).toEqual(['Available'])
  const counts = { toCall: 0, toAsk: 0, later: 0 }
  expect(await search({ bloodGroup: 'O-' })).toEqual({ records: [], next: null, total: 0, counts })
})

test('the pages of a long list contain each donor exactly once', async () => {
  await storeVerifiedDonors(bank.db, 60, at => ({
    bloodGroup: 'A+',
    fullName: `Donor ${at}`,
    isVerified: at % 3 === 0,
    // Many register at the same time; pages must not skip any of them.
    registeredAt: on(1 + (at % 4)),
  }))
  const all = await namesOf({ bloodGroup: 'A+', limit: '300' })
  expect(new Set(all).size).toBe(60)
  for (const limit of [undefined, '1', '7', '59', '60']) {
    const pages = await everyPage(place =>
      rima.call(searchDonors, { query: { bloodGroup: 'A+', ...(limit && { limit }), ...place } }),
    )
    expect(pages.flat().map(donor => donor.fullName)).toEqual(all)
    const sizes = pages.map(page => page.length)
    expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).fill(Number(limit ?? 50)))
    expect(sizes.at(-1)).toBeGreaterThan(0)
  }
})

test('a donor who registers between two pages does not move others to another page', async () => {
  for (const day of [1, 2, 3, 4])
    await storeDonor(bank.db, { bloodGroup: 'A-', fullName: `Day ${day}`, registeredAt: on(day) })
  const first = await search({ bloodGroup: 'A-', limit: '2' })
  await storeDonor(bank.db, { bloodGroup: 'A-', fullName: 'Day 5', registeredAt: on(5) })
  expect(await namesOf({ bloodGroup: 'A-', after: first.next ?? '' })).toEqual(['Day 2', 'Day 1'])
})

test('a cursor continues only the search that it belongs to', async () => {
  for (const bloodGroup of ['O-', 'O-', 'AB+', 'AB+'] as const) await storeDonor(bank.db, { bloodGroup })
  const { next } = await search({ bloodGroup: 'AB+', limit: '1' })
  const continued = (endpoint: typeof searchDonors | typeof searchCompatibleDonors, bloodGroup: BloodGroup) =>
    rima.call(endpoint, { query: { bloodGroup, after: next ?? '' } })
  expect((await continued(searchDonors, 'AB+')).status).toBe(200)
  expect(await continued(searchDonors, 'O-')).toRefuse('invalid-input')
  expect(await continued(searchCompatibleDonors, 'AB+')).toRefuse('invalid-input')
})

const admin = await bank.signedInAs({ role: 'admin' })

const PRIVATE = aDonor({
  fullName: 'Private Donor',
  universityId: 'UID-PRIVATE-9',
  contactNumber: '01799-887766',
  allowContactVisibility: false,
})
const shy = await bank.signedInAs({ email: 'shy.person@example.edu' })
const shyDonor = (await shy.call(registerDonor, { body: PRIVATE })).body

/** The number in every form in which it is typed, stored or shown. */
const DIGITS = /1\D*7\D*9\D*9\D*8\D*8\D*7\D*7\D*6\D*6/

test('a private number is null in search results, and in no byte of the reply', async () => {
  const reply = await rima.call(searchDonors, { query: { bloodGroup: 'O+' } })
  expect(reply.body.records).toEqual([
    {
      id: shyDonor.id,
      fullName: 'Private Donor',
      universityRole: 'student',
      department: 'Computer Science',
      bloodGroup: 'O+',
      isVerified: false,
      contactNumber: null,
      eligibleFrom: null,
    },
  ])
  const { text } = reply
  expect(text).not.toMatch(DIGITS)
  for (const secret of ['shy.person', 'UID-PRIVATE-9', shy.id]) expect(text).not.toContain(secret)
})

// That no read reveals it, to admins either, is in `app-tests/private-numbers.test.ts`.
test('admins get no private number in the list, nor in the reply to a change', async () => {
  const params = { id: shyDonor.id }
  const replies = [
    await admin.call(listDonors, { query: { search: 'private' } }),
    await admin.call(verifyDonor, { params, body: { isVerified: true } }),
    await admin.call(activateDonor, { params, body: { isProfileActive: true } }),
  ]
  for (const { status, text } of replies) {
    expect(status).toBe(200)
    expect(text).not.toMatch(DIGITS)
  }
  expect(replies[0]?.body).toMatchObject({
    records: [{ email: 'shy.person@example.edu', contactNumber: null }],
  })
})

test('a visible number is shown until its owner makes it private', async () => {
  const numberFor = async (person: typeof rima) => {
    const { body } = await person.call(searchDonors, { query: { bloodGroup: 'O+' } })
    return body.records[0]?.contactNumber
  }
  await shy.call(updateOwnDonor, { body: { ...PRIVATE, allowContactVisibility: true } })
  expect([await numberFor(rima), await numberFor(admin)]).toEqual(['01799-887766', '01799-887766'])
  const listed = await admin.call(listDonors, { query: { search: 'private' } })
  expect(listed.body.records[0]?.contactNumber).toBe('01799-887766')
  await shy.call(updateOwnDonor, { body: PRIVATE })
  expect([await numberFor(rima), await numberFor(admin)]).toEqual([null, null])
})
