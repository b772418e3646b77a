import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { offerToDonate } from '@blood-bank/contract/offers/endpoints'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/connection.ts'
import { storeBloodRequest, storeDonor } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { closeBloodRequest, lockDueBloodRequest, setBloodRequestsHidden } from './store.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()
const donor = await bank.signedInAs()
await storeDonor(bank.db, { userId: donor.id, bloodGroup: 'AB-' })
const now = new Date('2026-03-01T12:00:00Z')

const listed = async () => (await rima.call(listActiveBloodRequests, { query: {} })).body.total

test('a hidden request is on no list but that of its owner, takes no offer and is not planned', async () => {
  const { id } = await storeBloodRequest(bank.db, { userId: rima.id, nextWaveAt: now })
  expect(await listed()).toBe(1)
  expect(await lockDueBloodRequest(bank.db, now)).toMatchObject({ id })
  await bank.db.updateTable('bloodRequests').set({ hiddenAt: now }).where('id', '=', id).execute()
  expect(await listed()).toBe(0)
  const own = await rima.call(listOwnBloodRequests, { query: {} })
  expect(own.body.records).toMatchObject([{ id, hiddenAt: now.toISOString() }])
  expect(await donor.call(offerToDonate, { params: { id } })).toRefuse('blood-request-not-found')
  expect(await lockDueBloodRequest(bank.db, now)).toBeNull()

  // A suspension hides it, too, and its end does not show it.
  await inTransaction(bank.db, db => setBloodRequestsHidden(db, rima.id, true))
  const stored = () => bank.db.selectFrom('bloodRequests').selectAll().executeTakeFirst()
  expect(await stored()).toMatchObject({ isHidden: true, hiddenAt: now })
  await inTransaction(bank.db, db => setBloodRequestsHidden(db, rima.id, false))
  expect(await listed()).toBe(0)

  expect(await closeBloodRequest(bank.db, id, { status: 'cancelled', now })).toMatchObject({ hiddenAt: null })
})
