import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { listOffersOfDonor } from '@blood-bank/contract/offers/endpoints'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { newDonor, offered, post, recordGift, release, siteDate } from '../../testing/offers/offers.ts'
import type { Person } from '../../testing/person.ts'
import { storeBloodRequest, storeDonor, storeOffer } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ NUMBERS_PER_HOUR: '0', NUMBERS_PER_DAY: '0' })
const elsewhere = await bank.anotherServer()
const admin = await bank.signedInAs({ role: 'admin' })
const reader = await bank.signedInAs()
const at = ({ cookie }: Person) => Object.assign(elsewhere.stranger(), { cookie })

/** What the lists of a server show: offers and units of the only request, and when the only donor can donate. */
async function shownTo(person: Person, owner: Person) {
  const lists = [
    await person.call(listActiveBloodRequests, { query: {} }),
    await owner.call(listOwnBloodRequests, { query: {} }),
  ]
  const searches = [
    await person.call(searchDonors, { query: { bloodGroup: 'B-' } }),
    await person.call(searchCompatibleDonors, { query: { bloodGroup: 'AB+' } }),
  ]
  return {
    requests: lists.map(({ body }) =>
      body.records.map(({ offersStanding, unitsGiven }) => `${offersStanding} offered, ${unitsGiven} given`),
    ),
    donors: searches.map(({ body }) => body.records.map(({ eligibleFrom }) => eligibleFrom ?? 'now')),
  }
}

// That each change of a row is seen is in `watched-tables.test.ts`: this shows that the lists depend on those tables.
test('what happens to an offer shows at once in the lists that both servers have cached', async () => {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank, { bloodGroup: 'B-' })
  const bloodRequest = await post(owner, { unitsRequired: 2 })
  const expectShown = async (progress: string, eligible: string[]) => {
    const shown = { requests: [[progress], [progress]], donors: [eligible, eligible] }
    for (let time = 0; time < 3; time += 1) {
      expect(await shownTo(reader, owner)).toEqual(shown)
      expect(await shownTo(at(reader), at(owner))).toEqual(shown)
    }
  }
  await expectShown('0 offered, 0 given', ['now'])
  const offer = await offered(donor, bloodRequest)
  await expectShown('1 offered, 0 given', ['now'])
  const { body } = await recordGift(owner, offer)
  await expectShown('0 offered, 1 given', [siteDate(120)])
  await owner.call(undoDonation, { params: { id: body.donation?.id ?? '' } })
  await expectShown('1 offered, 0 given', ['now'])
  await release(owner, offer)
  await expectShown('0 offered, 0 given', ['now'])
  await admin.call(suspendUser, { params: { id: donor.id }, body: { reason: 'other' } })
  await expectShown('0 offered, 0 given', [])
})

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
