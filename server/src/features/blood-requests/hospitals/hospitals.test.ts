import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { listHospitals } from '@blood-bank/contract/blood-requests/hospitals'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../../testing/builders.ts'
import { storeBloodRequest } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'

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

test('whoever may not post gets no suggestions', async () => {
  expect(await bank.stranger().call(listHospitals)).toRefuse(
    'not-signed-in',
    'Please log in to post a blood request.',
  )
  const unverified = await bank.signedInAs({ emailVerified: false })
  expect(await unverified.call(listHospitals)).toRefuse('email-not-verified', listHospitals.unverifiedMessage)
})
