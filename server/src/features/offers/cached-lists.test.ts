import {
  deleteBloodRequest,
  listActiveBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import {
  activateDonor,
  readOwnDonor,
  searchCompatibleDonors,
  searchDonors,
} from '@blood-bank/contract/donors/endpoints'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { liftSuspension, suspendUser } from '@blood-bank/contract/users/endpoints'
import { beforeEach, expect, test } from 'vitest'
import {
  close,
  type Member,
  newDonor,
  offered,
  post,
  recordGift,
  release,
  siteDate,
  withdraw,
} from '../../testing/offers/offers.ts'
import type { Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ NUMBERS_PER_HOUR: '0', NUMBERS_PER_DAY: '0' })
const elsewhere = await bank.anotherServer()
const admin = await bank.signedInAs({ role: 'admin' })
const reader = await bank.signedInAs()
const at = ({ cookie }: Person) => Object.assign(elsewhere.stranger(), { cookie })
const readerElsewhere = at(reader)

let owner: Member
let donor: Member
let bloodRequest: { id: string }
beforeEach(async () => {
  await bank.owner.deleteFrom('bloodRequests').execute()
  await bank.owner.deleteFrom('donors').execute()
  owner = await bank.signedInAs()
  donor = await newDonor(bank, { bloodGroup: 'B-' })
  bloodRequest = await post(owner, { unitsRequired: 2 })
})

/** What the lists of a server show: offers and units of the request, and when the donor can donate. */
async function shownTo(person: Person, ownerThere: Person) {
  const query = { limit: 300 } as never
  const { body: active } = await person.call(listActiveBloodRequests, { query })
  const { body: own } = await ownerThere.call(listOwnBloodRequests, { query })
  const { body: found } = await person.call(searchDonors, { query: { bloodGroup: 'B-' } })
  const { body: compatible } = await person.call(searchCompatibleDonors, { query: { bloodGroup: 'AB+' } })
  const progress = (list: typeof active | undefined) =>
    list?.records?.map(({ offersStanding, unitsGiven }) => `${offersStanding} offered, ${unitsGiven} given`)
  const eligibility = (list: { records: { eligibleFrom: string | null }[] }) =>
    list.records.map(({ eligibleFrom }) => eligibleFrom ?? 'now')
  return {
    active: progress(active),
    own: progress(own),
    donors: eligibility(found),
    compatible: eligibility(compatible),
  }
}

/** The same at both servers, which have cached every list. */
async function shownEverywhere() {
  const ownerElsewhere = at(owner)
  const here = await shownTo(reader, owner)
  expect(await shownTo(readerElsewhere, ownerElsewhere)).toEqual(here)
  for (let time = 0; time < 2; time += 1) {
    expect(await shownTo(reader, owner)).toEqual(here)
    expect(await shownTo(readerElsewhere, ownerElsewhere)).toEqual(here)
  }
  return here
}

const showing = (progress: string[], eligible: string[]) => ({
  active: progress,
  own: progress,
  donors: eligible,
  compatible: eligible,
})
const LATER = siteDate(120)

test('every change of an offer shows in the cached lists of every server at once', {
  tags: 'long',
}, async () => {
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 0 given'], ['now']))
  let offer = await offered(donor, bloodRequest)
  expect(await shownEverywhere()).toEqual(showing(['1 offered, 0 given'], ['now']))
  await withdraw(donor, offer)
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 0 given'], ['now']))
  offer = await offered(donor, bloodRequest)
  expect(await shownEverywhere()).toEqual(showing(['1 offered, 0 given'], ['now']))
  const { body } = await recordGift(owner, offer)
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 1 given'], [LATER]))
  await owner.call(undoDonation, { params: { id: body.donation?.id ?? '' } })
  expect(await shownEverywhere()).toEqual(showing(['1 offered, 0 given'], ['now']))
  await close(owner, bloodRequest, 'fulfilled', { offerIds: [offer.id], donatedOn: siteDate() })
  expect(await shownEverywhere()).toEqual({ ...showing(['0 offered, 1 given'], [LATER]), active: [] })
  await owner.call(deleteBloodRequest, { params: bloodRequest })
  expect(await shownEverywhere()).toEqual(showing([], [LATER]))
})

test('a released offer shows in the cached lists at once, too', async () => {
  const offer = await offered(donor, bloodRequest)
  expect(await shownEverywhere()).toEqual(showing(['1 offered, 0 given'], ['now']))
  await release(owner, offer)
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 0 given'], ['now']))
})

test('a suspension, its end, a deactivation and an erasure of the donor show at once, too', {
  tags: 'long',
}, async () => {
  const { body } = await donor.call(readOwnDonor)
  await offered(donor, bloodRequest)
  expect(await shownEverywhere()).toEqual(showing(['1 offered, 0 given'], ['now']))
  await admin.call(suspendUser, { params: { id: donor.id }, body: { reason: 'other' } })
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 0 given'], []))
  await admin.call(liftSuspension, { params: { id: donor.id } })
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 0 given'], ['now']))
  const again = Object.assign(await bank.signIn(donor.user?.email ?? ''), { id: donor.id })
  await offered(again, bloodRequest)
  await shownEverywhere()
  const activate = (isProfileActive: boolean) =>
    admin.call(activateDonor, { params: { id: body.donor?.id ?? '' }, body: { isProfileActive } })
  await activate(false)
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 0 given'], []))
  await activate(true)
  // For this request the donor has withdrawn twice.
  await owner.call(deleteBloodRequest, { params: bloodRequest })
  bloodRequest = await post(owner, { unitsRequired: 2 })
  await recordGift(owner, await offered(again, bloodRequest))
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 1 given'], [LATER]))
  await again.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect(await shownEverywhere()).toEqual(showing(['0 offered, 1 given'], []))
})

test("a suspension and an erasure of the requester show at once: the donor's offer is released", {
  tags: 'long',
}, async () => {
  await offered(donor, bloodRequest)
  const shown = async () => {
    const lists = [reader, readerElsewhere].map(person => person.call(listActiveBloodRequests, { query: {} }))
    return (await Promise.all(lists)).map(({ body }) =>
      body.records.map(({ offersStanding }) => offersStanding),
    )
  }
  expect(await shown()).toEqual([[1], [1]])
  await admin.call(suspendUser, { params: { id: owner.id }, body: { reason: 'other' } })
  expect(await shown()).toEqual([[], []])
  await admin.call(liftSuspension, { params: { id: owner.id } })
  expect(await shown()).toEqual([[0], [0]])
  await offered(await newDonor(bank), bloodRequest)
  expect(await shown()).toEqual([[1], [1]])
  const again = await bank.signIn(owner.user?.email ?? '')
  await again.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect(await shown()).toEqual([[], []])
})
