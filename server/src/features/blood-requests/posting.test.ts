import { randomUUID } from 'node:crypto'
import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import {
  NEEDED_BY_PAST,
  NEEDED_BY_TOO_LATE,
  postBloodRequest,
} from '@blood-bank/contract/blood-requests/posting'
import type { Component } from '@blood-bank/contract/donors/components'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { aBloodRequest, type Person } from '../../testing/person.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../testing/test-app.ts'

// One member posts all of these.
const bank = await startTestApp(NO_POSTING_LIMITS)
const rima = await bank.signedInAs()
const ownRequests = async () => (await rima.call(listOwnBloodRequests, { query: {} })).body.records

test('a request starts as active, urgent and for one unit, and is read back', async () => {
  const reply = await rima.call(postBloodRequest, { body: aBloodRequest() })
  expect([reply.status, reply.body]).toEqual([
    201,
    {
      id: expect.any(String),
      userId: rima.id,
      patientName: 'Abdul Karim',
      requiredBloodGroup: 'B+',
      component: 'blood',
      takesOtherGroups: false,
      unitsRequired: 1,
      hospitalName: 'Dhaka Medical College Hospital',
      hospitalLocation: null,
      contactPerson: 'Nadia Karim',
      contactNumber: '01812-345678',
      urgency: 'urgent',
      neededBy: null,
      additionalInfo: null,
      status: 'active',
      requestedAt: expect.any(String),
      unitsGiven: 0,
      offersStanding: 0,
      confirmedAt: expect.any(String),
      unconfirmedSince: null,
      hiddenAt: null,
      closedAt: null,
      closedByAdminAt: null,
      closingReason: null,
    },
  ])
  expect((await ownRequests())[0]).toEqual(reply.body)
  expect(Math.abs(Date.parse(reply.body.requestedAt) - Date.now())).toBeLessThan(60_000)
})

test.each<[Component, boolean]>([
  ['apheresis-platelets', true],
  ['pooled-platelets', false],
  ['blood', true],
])(
  'a request for %s is stored as such, and only platelets are taken of other groups',
  async (component, takesOtherGroups) => {
    const form = aBloodRequest({ component, takesOtherGroups })
    const { body } = await rima.call(postBloodRequest, { body: form })
    expect(body).toMatchObject({ component, takesOtherGroups: takesOtherGroups && component !== 'blood' })
    expect((await ownRequests())[0]).toEqual(body)
  },
)

test('every field of the form is stored', async () => {
  const { isAnotherRequest, ...required } = aBloodRequest()
  const form = {
    ...required,
    patientName: 'আব্দুল 😀 <b>করিম</b>',
    unitsRequired: 100,
    hospitalLocation: 'Bakshibazar, Dhaka',
    urgency: 'low',
    additionalInfo: 'Ward 7\nafter 6 pm',
  } as const
  const { body } = await rima.call(postBloodRequest, { body: form })
  expect(body).toMatchObject(form)
  expect((await ownRequests())[0]).toEqual(body)
})

test('an admin sees the email address of the member who posted a request', async () => {
  const nadia = await bank.signedInAs({ email: 'nadia@example.edu' })
  const admin = await bank.signedInAs({ role: 'admin' })
  const { body } = await nadia.call(postBloodRequest, { body: aBloodRequest() })
  const listed = await admin.call(listBloodRequests, { query: { search: 'nadia@example' } })
  expect(listed.body.records).toEqual([
    { ...body, userEmail: 'nadia@example.edu', heldBackAt: null, foundRealAt: null },
  ])
})

test('a number is stored in international form, and shown as people at the site write it', async () => {
  const { body } = await rima.call(postBloodRequest, {
    body: aBloodRequest({ contactNumber: '০১৮১২৩৪৫৬৭৮' }),
  })
  expect(body.contactNumber).toBe('01812-345678')
  const stored = bank.db.selectFrom('bloodRequests').select('contactNumber').where('id', '=', body.id)
  expect(await stored.execute()).toEqual([{ contactNumber: '+8801812345678' }])
})

test('an idempotency key is valid for one member only, and is a UUID', async () => {
  const postWith = (person: Person, key: string) => {
    const headers = { 'idempotency-key': key }
    return person.send('POST', postBloodRequest.path, { body: aBloodRequest(), headers })
  }
  const key = randomUUID()
  const replies = [await postWith(rima, key), await postWith(await bank.signedInAs(), key)]
  expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(2)
  const message = 'The Idempotency-Key of this call must be a UUID.'
  expect(await postWith(rima, 'again')).toRefuse('invalid-input', message)
})

/** The site is in Dhaka, six hours ahead of UTC. */
bank.advance(Date.parse('2026-11-03T11:59:30Z') - bank.now().getTime())
const post = (neededBy: string | null) => rima.call(postBloodRequest, { body: aBloodRequest({ neededBy }) })

test('"Needed by" is a time in the time zone of the site, and every member sees it', async () => {
  const { body } = await post('2026-11-03T18:00')
  expect(body.neededBy).toBe('2026-11-03T12:00:00.000Z')
  const other = await bank.signedInAs()
  const { records } = (await other.call(listActiveBloodRequests, { query: {} })).body
  expect(records[0]).toEqual(body)
})

test.each([
  ['2026-11-03T17:59', NEEDED_BY_PAST],
  ['2025-11-03T18:00', NEEDED_BY_PAST],
  ['0001-01-01T00:00', NEEDED_BY_PAST],
  ['2027-02-01T18:00', NEEDED_BY_TOO_LATE],
])('"Needed by" of %s is refused: %s', async (neededBy, message) => {
  const reply = await post(neededBy)
  expect(reply).toRefuse('invalid-input', message)
  expect(reply.error?.fields).toEqual({ neededBy: message })
})

test('"Needed by" may be 90 days ahead', async () => {
  expect((await post('2027-02-01T17:59')).status).toBe(201)
})

test('a request that is sent again after its "Needed by", as the reply was lost, is the stored one', async () => {
  const sendWith = (key: string) =>
    rima.send('POST', '/api/blood-requests', {
      body: aBloodRequest({ neededBy: '2026-11-03T18:00', isAnotherRequest: true }),
      headers: { 'idempotency-key': key },
    })
  const key = randomUUID()
  const stored = await sendWith(key)
  expect(stored.status).toBe(201)
  bank.advance(MINUTE_MS)
  expect(await sendWith(key)).toMatchObject({ status: 201, body: stored.body })
  expect(await sendWith(randomUUID())).toRefuse('invalid-input', NEEDED_BY_PAST)
})
