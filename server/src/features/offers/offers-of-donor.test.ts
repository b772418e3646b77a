import { listOffersOfDonor } from '@blood-bank/contract/offers/endpoints'
import { expect, test } from 'vitest'
import { storeBloodRequest, storeDonor, storeOffer } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

test("an admin sees a donor's offers, the newest first, without anybody's number", async () => {
  const donor = await storeDonor(bank.db, { contactNumber: '+8801799887766' })
  const bloodRequest = await storeBloodRequest(bank.db, { contactNumber: '+8801688776655' })
  const offer = { userId: donor.userId, bloodRequestId: bloodRequest.id }
  const at = (day: string) => new Date(`${day}T08:00:00Z`)
  const settled = { status: 'withdrawn', offeredAt: at('2026-03-01'), settledAt: at('2026-03-02') } as const
  for (const one of [settled, { offeredAt: at('2026-03-03') }])
    await storeOffer(bank.db, { ...offer, ...one })
  const reply = await admin.call(listOffersOfDonor, { params: { id: donor.id }, query: {} })
  expect(reply.body.records.map(({ status }) => status)).toEqual(['offered', 'withdrawn'])
  expect(reply.body.records[0]?.bloodRequest).toMatchObject({
    id: bloodRequest.id,
    hospitalName: 'Square Hospital',
  })
  expect(reply.text).not.toMatch(/887766|776655|contact/)
})

test('the offers of a donor who does not exist are not found', async () => {
  const params = { id: '0192f0c1-0000-7000-8000-0000000000aa' }
  expect(await admin.call(listOffersOfDonor, { params, query: {} })).toRefuse('donor-gone')
})
