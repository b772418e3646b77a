import { expect, test } from 'vitest'
import { askedFor, storeDonors, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startPlanning } from '../../../testing/alerts/planning.ts'
import { newDonor, offered } from '../../../testing/offers/offers.ts'
import { scheduleNextLook } from '../../blood-requests/store.ts'
import { setDonorHidden } from '../../donors/store.ts'

const { bank, plan } = await startPlanning()

test.each<[string, Parameters<typeof storeDonors>[2]]>([
  ['unavailable', { isAvailable: false }],
  ['deactivated', { isProfileActive: false }],
  ['of a group that cannot be given', { bloodGroup: 'A+' }],
  ['within the interval', { lastDonationDate: '2027-02-01' }],
  ['paused', { alertsFrom: new Date('2027-03-04T06:00:00Z') }],
])('a donor who is %s is not asked', async (_, more) => {
  await storeDonors(bank, 1, more)
  const request = await storeUrgentRequest(bank)
  await plan()
  expect(await askedFor(bank, request)).toEqual([])
})

test('a suspended donor is not asked', async () => {
  const [userId = ''] = await storeDonors(bank, 1)
  await setDonorHidden(bank.db, userId, true)
  const request = await storeUrgentRequest(bank)
  await plan()
  expect(await askedFor(bank, request)).toEqual([])
})

test('the owner, donors with an unverified email and those who have offered elsewhere are not asked', async () => {
  const busy = await newDonor(bank)
  await offered(busy, await storeUrgentRequest(bank, { nextWaveAt: null }))
  const [unverified = '', owner = '', other] = await storeDonors(bank, 3)
  await bank.db.updateTable('users').set({ emailVerified: false }).where('id', '=', unverified).execute()
  const request = await storeUrgentRequest(bank, { userId: owner })
  await plan()
  expect(await askedFor(bank, request)).toEqual([other])
})

test('the requests of before the upgrade ask nobody', async () => {
  await storeDonors(bank, 3)
  const request = await storeUrgentRequest(bank, { confirmedAt: null })
  await plan()
  await scheduleNextLook(bank.db, request.id, bank.now())
  expect(await plan()).toBe(0)
  expect(await askedFor(bank, request)).toEqual([])
})
