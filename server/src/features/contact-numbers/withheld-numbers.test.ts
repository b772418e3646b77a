import { listActiveBloodRequests, readBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '../../testing/http/every-endpoint.ts'
import type { Person } from '../../testing/person.ts'
import { storeBloodRequest, storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ ALLOWED_EMAIL_DOMAINS: 'example.edu' })
await storeDonor(bank.db, { bloodGroup: 'A+', contactNumber: '+8801711111111', allowContactVisibility: true })
await storeDonor(bank.db, { bloodGroup: 'A+', contactNumber: '+8801722222222' })
const { id } = await storeBloodRequest(bank.db, { contactNumber: '+8801733333333' })

const WITHHELD = { contactNumber: null, isNumberWithheld: true }
const query = { bloodGroup: 'A+' } as const

const read = async (person: Person) => ({
  donors: (await person.call(searchDonors, { query })).body.records,
  others: (await person.call(searchCompatibleDonors, { query: { bloodGroup: 'AB+' } })).body.records,
  bloodRequests: (await person.call(listActiveBloodRequests, { query: {} })).body.records,
  bloodRequest: (await person.call(readBloodRequest, { params: { id } })).body,
})

test('with allowed email domains an unverified account is shown no number, and a verified one each', async () => {
  const newcomer = await bank.signedInAs({ emailVerified: false })
  const member = await bank.signedInAs()
  // Each reads what is cached for the other.
  for (const _ of [1, 2]) {
    const withheld = await read(newcomer)
    for (const donors of [withheld.donors, withheld.others]) {
      expect(donors.map(({ contactNumber }) => contactNumber)).toEqual([null, null])
      expect(donors.map(({ isNumberWithheld = false }) => isNumberWithheld).sort()).toEqual([false, true])
    }
    expect(withheld.bloodRequests).toMatchObject([WITHHELD])
    expect(withheld.bloodRequest).toMatchObject(WITHHELD)
    const shown = await read(member)
    expect(shown.donors.map(({ contactNumber }) => contactNumber).sort()).toEqual(['01711-111111', null])
    expect(shown.bloodRequests).toMatchObject([{ contactNumber: '01733-333333' }])
    expect(shown.bloodRequest).not.toHaveProperty('isNumberWithheld')
  }
})

test('an entity tag of one audience is none of the other, and verifying shows the numbers at once', async () => {
  const newcomer = await bank.signedInAs({ emailVerified: false })
  const withheld = await newcomer.send('GET', '/api/donors?bloodGroup=A%2B')
  const headers = { 'if-none-match': String(withheld.headers.etag) }
  expect((await newcomer.send('GET', '/api/donors?bloodGroup=A%2B', { headers })).status).toBe(304)
  await bank.db.updateTable('users').set({ emailVerified: true }).where('id', '=', newcomer.id).execute()
  const shown = await newcomer.send('GET', '/api/donors?bloodGroup=A%2B', { headers })
  expect(shown).toMatchObject({ status: 200, text: expect.stringContaining('01711-111111') })
})

test('no reply of the contract tells an unverified account a number there', async () => {
  const newcomer = await bank.signedInAs({ emailVerified: false })
  const reads = (await everyEndpoint()).filter(({ method }) => method === 'GET')
  for (const { path, reply } of reads) {
    if (reply.isEventStream) continue
    for (const search of ['', '?bloodGroup=A%2B', '?bloodGroup=AB%2B', '?donorBloodGroup=O-']) {
      const { text } = await newcomer.send('GET', `${path.replace(':id', id)}${search}`)
      expect(text.replace(/[\s()+-]/g, ''), path).not.toMatch(/17(1{7}|2{7}|3{7})/)
    }
  }
})

test('without allowed email domains an unverified account is shown numbers', async () => {
  const open = await startTestApp()
  await storeBloodRequest(open.db, { contactNumber: '+8801733333333' })
  const newcomer = await open.signedInAs({ emailVerified: false })
  expect((await newcomer.call(listActiveBloodRequests, { query: {} })).body.records).toMatchObject([
    { contactNumber: '01733-333333' },
  ])
})

/** Replies with only the caller's own numbers, or with the one request that an admin has closed. */
const OWN = [
  'POST /api/donors',
  'GET /api/donors/mine',
  'GET /api/coordinators/mine/on-call',
  'PUT /api/coordinators/mine/on-call',
  'PUT /api/donors/mine',
  'PATCH /api/donors/mine/availability',
  'PATCH /api/donors/mine/hall',
  'DELETE /api/donors/mine/rest',
  'POST /api/blood-requests',
  'GET /api/blood-requests/mine',
  'PATCH /api/blood-requests/:id',
  'POST /api/blood-requests/:id/confirmations',
  'GET /api/accounts/mine/export',
  // What an imported list says, for whoever has the link in the email to that person.
  'POST /api/claims/lookups',
  'POST /api/kept-donors/lookups',
  'POST /api/kept-donors/agreements',
  'POST /api/kept-donors/corrections',
]

/** Replies with the number of the other side of an offer, which its owner agreed to show to this person. */
const SHOWN_BY_CONSENT = [
  'POST /api/blood-requests/:id/offers',
  'GET /api/blood-requests/:id/offers',
  'GET /api/offers/mine',
  'PUT /api/offers/:id/on-the-way',
  'POST /api/offers/:id/withdrawal',
  'POST /api/offers/:id/release',
  'POST /api/offers/:id/donation',
  'POST /api/offers/:id/turned-away',
  'DELETE /api/offers/:id/turned-away',
  'POST /api/offers/:id/could-not-give',
  'POST /api/offers/:id/gave',
  // To the donor: in a known browser, or with the digits of their own number.
  'POST /api/alerts/lookups',
  'POST /api/alerts/acceptances',
  'POST /api/alerts/arrivals',
  'POST /api/alerts/declines',
]

/** Replies to coordinators with one number, which count and are in the ledger; and theirs, for the owner of a request. */
const OF_COORDINATORS = ['POST /api/donors-to-call/:kind/:id/calls', 'GET /api/blood-requests/:id/alerts']

test('only the searches and the active requests send members numbers of other people, and all of them are counted', async () => {
  const withNumbers = (await everyEndpoint())
    .filter(({ access }) => access !== 'admin')
    .filter(({ reply: { body } }) => body && JSON.stringify(z.toJSONSchema(body)).includes('"contactNumber"'))
    .map(({ method, path }) => `${method} ${path}`)
  expect(withNumbers.sort()).toEqual(
    [
      ...OWN,
      ...SHOWN_BY_CONSENT,
      ...OF_COORDINATORS,
      'GET /api/blood-requests',
      'GET /api/blood-requests/:id',
      'GET /api/donors',
      'GET /api/donors/compatible',
    ].sort(),
  )
})
