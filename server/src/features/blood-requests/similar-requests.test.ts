import { randomUUID } from 'node:crypto'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { expect, test } from 'vitest'
import { close } from '../../testing/offers/offers.ts'
import { aBloodRequest, type Person } from '../../testing/person.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const elsewhere = await bank.anotherServer()

const form = (more: Parameters<typeof aBloodRequest>[0] = {}) =>
  aBloodRequest({ patientName: 'Salma Khatun', isAnotherRequest: false, ...more })
const post = (person: Person, more: Parameters<typeof form>[0] = {}) =>
  person.call(postBloodRequest, { body: form(more) })
const countOf = async (person: Person) =>
  (await person.call(listOwnBloodRequests, { query: {} })).body.records.length

test.each<[string, Parameters<typeof form>[0]]>([
  ['the same', {}],
  [
    'other spaces and case',
    { patientName: ' SALMA  khatun', hospitalName: 'Dhaka medical-college hospital.' },
  ],
  ['another urgency and contact', { urgency: 'low', contactPerson: 'Jamal', unitsRequired: 3 }],
])('a request with %s asks whether another one is meant', async (_, more) => {
  const rima = await bank.signedInAs()
  expect((await post(rima)).status).toBe(201)
  expect(await post(rima, more)).toRefuse('similar-request-active')
  expect(await countOf(rima)).toBe(1)
  expect((await post(rima, { ...more, isAnotherRequest: true })).status).toBe(201)
  expect(await countOf(rima)).toBe(2)
})

test.each<[string, Parameters<typeof form>[0]]>([
  ['patient', { patientName: 'Salma Begum' }],
  ['patient, in Bangla', { patientName: 'সালমা খাতুন' }],
  ['hospital', { hospitalName: 'Square Hospital' }],
  ['group', { requiredBloodGroup: 'O-' }],
  ['component', { component: 'apheresis-platelets' }],
])('a request for another %s is posted', async (_, more) => {
  const rima = await bank.signedInAs()
  await post(rima)
  expect((await post(rima, more)).status).toBe(201)
})

test('a post is not compared with a request for which nothing to compare was stored', async () => {
  const rima = await bank.signedInAs()
  await storeBloodRequest(bank.db, { userId: rima.id, need: null })
  expect((await post(rima)).status).toBe(201)
  expect(await post(rima)).toRefuse('similar-request-active')
})

test('names in another script are compared by their letters', async () => {
  const rima = await bank.signedInAs()
  await post(rima, { patientName: 'সালমা খাতুন' })
  expect((await post(rima, { patientName: 'রহিমা বেগম' })).status).toBe(201)
  expect(await post(rima, { patientName: 'সালমা  খাতুন' })).toRefuse('similar-request-active')
})

test('neither a closed request nor one of somebody else matters', async () => {
  const [rima, other] = [await bank.signedInAs(), await bank.signedInAs()]
  await close(rima, (await post(rima)).body)
  await post(other)
  expect((await post(rima)).status).toBe(201)
})

test('of ten equal posts at once at two servers one is stored', async () => {
  const rima = await bank.signedInAs()
  const away = Object.assign(elsewhere.stranger(), { cookie: rima.cookie, user: rima.user })
  const people = Array.from({ length: 10 }, (_, nth) => (nth % 2 === 0 ? rima : away))
  const replies = await Promise.all(people.map(person => post(person)))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(9)
  for (const reply of refused) expect(reply).toRefuse('similar-request-active')
})

test('a post that is sent again, because its reply was lost, is not taken for another one', async () => {
  const rima = await bank.signedInAs()
  const away = Object.assign(elsewhere.stranger(), { cookie: rima.cookie, user: rima.user })
  const options = { body: form(), headers: { 'idempotency-key': randomUUID() } }
  const send = (person: Person) => person.send('POST', postBloodRequest.path, options)
  const replies = await Promise.all([rima, away, rima, away].map(send))
  expect((await send(away)).status).toBe(201)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await countOf(rima)).toBe(1)
})
