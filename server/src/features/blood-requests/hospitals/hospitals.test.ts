import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { listHospitals, MAX_HOSPITALS, postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../../testing/person.ts'
import { storeBloodRequest } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { rankHospitals } from './routes.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()
const nadia = await bank.signedInAs()

const hospitalsFor = async (person: typeof rima) => (await person.call(listHospitals)).body.hospitals

test('a posted request suggests its hospital to everybody, until it is closed', async () => {
  expect(await hospitalsFor(nadia)).toEqual([])
  const posted = await rima.call(postBloodRequest, { body: aBloodRequest({ hospitalName: 'City Hospital' }) })
  expect(await hospitalsFor(nadia)).toEqual(['City Hospital'])
  const params = { id: posted.body.id }
  await rima.call(closeBloodRequest, { params, body: { status: 'cancelled' } })
  expect(await hospitalsFor(nadia)).toEqual([])
})

test('only requests on the list suggest a hospital, and nothing else of them is sent', async () => {
  await storeBloodRequest(bank.db, { hospitalName: 'Of a closed request', status: 'fulfilled' })
  const { id } = await storeBloodRequest(bank.db, { hospitalName: 'Of a suspended member' })
  await bank.db.updateTable('bloodRequests').set({ isHidden: true }).where('id', '=', id).execute()
  await storeBloodRequest(bank.db, { hospitalName: 'Of a reported request', hiddenAt: new Date() })
  await storeBloodRequest(bank.db, { hospitalName: 'Call 01712 345678 first' })
  await storeBloodRequest(bank.db, { hospitalName: 'Square Hospital' })
  expect((await nadia.call(listHospitals)).body).toEqual({ hospitals: ['Square Hospital'] })
})

const aUse = (hospitalName: string, more: object = {}) => ({
  userId: 'rima',
  patientName: 'Salma Khatun',
  contactPerson: 'Jamal Uddin',
  hospitalName,
  ...more,
})

test('hospitals that more members need come first, however often one member posts', () => {
  const hospitals = rankHospitals([
    ...['City Hospital', 'City Hospital', 'City Hospital'].map(name => aUse(name)),
    aUse('Square', { userId: 'nadia' }),
    aUse('Square', { userId: 'karim' }),
  ])
  expect(hospitals).toEqual(['Square', 'City Hospital'])
})

test('spellings that differ in case and punctuation are one hospital, in the most frequent spelling', () => {
  const names = ['city  hospital.', 'City Hospital', 'City Hospital', 'CITY HOSPITAL', 'ঢাকা মেডিকেল']
  expect(rankHospitals(names.map(name => aUse(name)))).toEqual(['City Hospital', 'ঢাকা মেডিকেল'])
})

test.each([
  ['a phone number', 'City Hospital 01712-345678'],
  ['a link', 'evil.example'],
  ["the patient's name", 'Home of Salma'],
  ["the contact person's name", 'Ask for JAMAL'],
  ['no letter', '...'],
])('a name with %s is left out', (_, hospitalName) => {
  expect(rankHospitals([aUse(hospitalName), aUse('Square')])).toEqual(['Square'])
})

test('there are only so many', () => {
  const many = Array.from({ length: MAX_HOSPITALS + 5 }, (_, nth) => aUse(`Hospital ${nth}`))
  expect(rankHospitals(many)).toEqual(many.slice(0, MAX_HOSPITALS).map(use => use.hospitalName))
})
