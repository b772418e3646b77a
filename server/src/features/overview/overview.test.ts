import { readOverview } from '@blood-bank/contract/overview'
import { expect, test } from 'vitest'
import { MOST_ATTEMPTS } from '../../mail/outbox.ts'
import { storeBloodRequest, storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const overview = async () => (await admin.call(readOverview)).body

test('of an empty bank the overview counts the admin alone', async () => {
  expect(await overview()).toEqual({
    donors: 0,
    users: 1,
    bloodRequests: { active: 0, fulfilled: 0, cancelled: 0 },
    deadMails: 0,
  })
})

test('donors are counted whatever their state, requests by their status', async () => {
  await storeDonor(bank.db)
  await storeDonor(bank.db, { isAvailable: false, isProfileActive: false })
  for (const status of ['active', 'active', 'active', 'fulfilled', 'fulfilled', 'cancelled'] as const)
    await storeBloodRequest(bank.db, { userId: admin.id, status })
  expect(await overview()).toEqual({
    donors: 2,
    users: 3,
    bloodRequests: { active: 3, fulfilled: 2, cancelled: 1 },
    deadMails: 0,
  })
})

test('an email that was given up is counted, one that still waits is not', async () => {
  for (const attempts of [0, MOST_ATTEMPTS - 1, MOST_ATTEMPTS])
    await bank.db
      .insertInto('outbox')
      .values({ kind: 'verify-email', recipient: 'rima@example.edu', attempts, lastError: null })
      .execute()
  expect((await overview()).deadMails).toBe(1)
})

test('members do not read it', async () => {
  expect(await (await bank.signedInAs()).call(readOverview)).toRefuse('admins-only')
})
