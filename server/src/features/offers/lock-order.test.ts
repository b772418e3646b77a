import { verifyDonors } from '@blood-bank/contract/donors/verifications'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { afterEach, expect, test } from 'vitest'
import { lockUser } from '../../identity/users/store.ts'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import {
  close,
  dispute,
  type Member,
  newDonor,
  offered,
  post,
  profileIdOf,
  recordGift,
  siteDate,
} from '../../testing/offers/offers.ts'
import type { Reply } from '../../testing/person.ts'
import { countLockWaits } from '../../testing/postgres/test-database.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { lockOffer } from './store.ts'

const bank = await startTestApp()
const owner = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

const erase = (person: Member) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })

afterEach(async () => expect(await findOfferFaults(bank.db)).toEqual([]))

/** Makes calls one after another while a transaction holds a lock, each when those before it wait or are over. */
async function whileLocked(
  lock: (db: Transaction) => Promise<unknown>,
  ...calls: (() => Promise<Reply<unknown>>)[]
): Promise<number[]> {
  let over = 0
  const replies: Promise<Reply<unknown>>[] = []
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

test.each([
  [
    'a request is deleted',
    (requester: Member, id: string) => requester.send('DELETE', `/api/blood-requests/${id}`),
    [204, 200],
  ],
  ['a requester is erased', (requester: Member) => erase(requester), [200, 200]],
] as const)('%s while the donor disputes the donation', async (_, end, statuses) => {
  const [requester, donor] = [await bank.signedInAs(), await newDonor(bank)]
  const bloodRequest = await post(requester)
  const offer = await offered(donor, bloodRequest)
  const id = (await recordGift(requester, offer)).body.donation?.id ?? ''
  expect(
    await whileLocked(
      db => lockOffer(db, offer.id),
      () => end(requester, bloodRequest.id),
      () => dispute(donor, id),
    ),
  ).toEqual(statuses)
})

test('a requester is erased while an admin undoes a donation for a closed request', async () => {
  const [requester, donor] = [await bank.signedInAs(), await newDonor(bank)]
  const bloodRequest = await post(requester)
  const offer = await offered(donor, bloodRequest)
  const id = (await recordGift(requester, offer)).body.donation?.id ?? ''
  await close(requester, bloodRequest)
  expect(
    await whileLocked(
      db => lockOffer(db, offer.id),
      () => erase(requester),
      () => admin.call(undoDonation, { params: { id } }),
    ),
  ).toEqual([200, 204])
})
