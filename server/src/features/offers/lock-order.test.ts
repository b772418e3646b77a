import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { verifyDonors } from '@blood-bank/contract/donors/verifications'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { afterEach, expect, test } from 'vitest'
import { lockUser } from '../../identity/users/store.ts'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import {
  close,
  dispute,
  erase,
  gave,
  type Member,
  newDonor,
  offered,
  post,
  profileIdOf,
  siteDate,
} from '../../testing/offers/offers.ts'
import type { Reply } from '../../testing/person.ts'
import { countLockWaits } from '../../testing/postgres/test-database.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { lockOffer } from './store.ts'

const bank = await startTestApp()
const owner = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

afterEach(async () => expect(await findOfferFaults(bank.db)).toEqual([]))

type Call = Promise<Reply<unknown>>

/** Makes calls one after another while a transaction holds a lock, each when those before it wait or are over. */
async function whileLocked(
  lock: (db: Transaction) => Promise<unknown>,
  ...calls: (() => Call)[]
): Promise<number[]> {
  let over = 0
  const replies: Call[] = []
  await inTransaction(bank.owner, async db => {
    await lock(db)
    for (const call of calls) {
      replies.push(
        call().finally(() => {
          over += 1
        }),
      )
      await expect
        .poll(async () => over + (await countLockWaits(bank.owner)), { interval: 5 })
        .toBe(replies.length)
    }
  })
  return (await Promise.all(replies)).map(({ status }) => status)
}

test('closing with the donors who gave waits for an admin who verifies them, or the other way round', async () => {
  const [first, second] = [await newDonor(bank), await newDonor(bank)]
  const bloodRequest = await post(owner, { unitsRequired: 2 })
  const offers = [await offered(second, bloodRequest), await offered(first, bloodRequest)]
  const [closing, ids] = [
    { offerIds: offers.map(({ id }) => id), donatedOn: siteDate() },
    [await profileIdOf(first), await profileIdOf(second)],
  ]
  const statuses = await whileLocked(
    db => lockUser(db, first.id),
    () => close(owner, bloodRequest, 'fulfilled', closing),
    () => admin.call(verifyDonors, { body: { ids, isVerified: true } }),
  )
  expect(statuses).toEqual([200, 200])
})

type Given = { requester: Member; donor: Member; bloodRequest: { id: string }; id: string }
const deleteRequest = ({ requester, bloodRequest }: Given) =>
  requester.call(deleteBloodRequest, { params: { id: bloodRequest.id } })
const eraseRequester = ({ requester }: Given) => erase(requester)
const disputeIt = ({ donor, id }: Given) => dispute(donor, id)

test.each<[string, (given: Given) => Call, (given: Given) => Call, number[]]>([
  ['a request is deleted while the donor disputes the donation', deleteRequest, disputeIt, [204, 200]],
  ['a requester is erased while the donor disputes the donation', eraseRequester, disputeIt, [200, 200]],
  [
    'a requester is erased while an admin undoes a donation for a closed request',
    eraseRequester,
    async ({ id }) => admin.call(undoDonation, { params: { id } }),
    [200, 204],
  ],
])('%s', async (name, first, second, statuses) => {
  const [requester, donor] = [await bank.signedInAs(), await newDonor(bank)]
  const bloodRequest = await post(requester)
  const offer = await offered(donor, bloodRequest)
  const id = await gave(requester, offer)
  if (name.includes('closed')) await close(requester, bloodRequest)
  const given = { requester, donor, bloodRequest, id }
  const calls = [() => first(given), () => second(given)]
  expect(await whileLocked(db => lockOffer(db, offer.id), ...calls)).toEqual(statuses)
})
