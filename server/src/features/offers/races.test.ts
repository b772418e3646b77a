import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { suspendUser } from '@blood-bank/contract/users/endpoints'
import { afterEach, expect, test } from 'vitest'
import { NO_POSTING_LIMITS } from '../../testing/environments/no-posting-limits.ts'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import { ledgerEvents } from '../../testing/offers/ledger.ts'
import { OFFER_MADE, subjectsTo } from '../../testing/offers/mail-subjects.ts'
import {
  close,
  type Member,
  newDonor,
  newestOfferOf,
  offered,
  offerFor,
  post,
  recordGift,
  register,
  release,
  siteDate,
  withdraw,
} from '../../testing/offers/offers.ts'
import type { Reply } from '../../testing/person.ts'
import { storeAlert } from '../../testing/stored.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { samples } from '../../testing/test-scope.ts'

const ROUNDS = samples({ gate: 4, all: 30 })
const FEW_ROUNDS = samples({ gate: 2, all: 8 })
const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const owner = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

const suspend = ({ id }: Member) =>
  admin.call(suspendUser, { params: { id }, body: { reason: 'false-requests' } })
const erase = (person: Member) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })

/** Makes calls at once, in any order. A deadlock or a timeout of the database is a 500 or 503. */
async function atOnce(...calls: (() => Promise<Reply<unknown>>)[]): Promise<number[]> {
  const start = Math.floor(Math.random() * calls.length)
  const inOrder = [...calls.slice(start), ...calls.slice(0, start)]
  const replies = await Promise.all(inOrder.map(call => call()))
  for (const { status, text } of replies) if (status >= 500) expect.fail(`${status} ${text}`)
  const statuses = replies.map(({ status }) => status)
  return calls.map((_, at) => statuses[(at - start + calls.length) % calls.length] ?? 0)
}

const expectConsistentOffers = async () => expect(await findOfferFaults(bank.db)).toEqual([])
afterEach(expectConsistentOffers)

test('of twenty offers of one donor for two requests at once, one succeeds', async () => {
  const requests = [await post(owner), await post(owner)]
  const donor = await newDonor(bank)
  const calls = Array.from(
    { length: 20 },
    (_, at) => () => offerFor(donor, requests[at % 2] as { id: string }),
  )
  expect((await atOnce(...calls)).sort()).toEqual([201, ...Array(19).fill(409)])
  expect(
    await bank.db.selectFrom('offers').select('id').where('userId', '=', donor.id).execute(),
  ).toHaveLength(1)
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE])
})

test('no offer stands on a request that is closed, cancelled or deleted while offers are made', {
  tags: 'long',
}, async () => {
  const donors = await Promise.all(Array.from({ length: 4 }, () => newDonor(bank)))
  for (let round = 0; round < ROUNDS; round += 1) {
    const bloodRequest = await post(owner)
    const end =
      round % 3 === 2
        ? () => owner.send('DELETE', `/api/blood-requests/${bloodRequest.id}`)
        : () => close(owner, bloodRequest, round % 3 ? 'cancelled' : 'fulfilled')
    const [ended, ...offers] = await atOnce(end, ...donors.map(donor => () => offerFor(donor, bloodRequest)))
    expect([200, 204]).toContain(ended)
    for (const status of offers) expect([201, 404, 409]).toContain(status)
    await expectConsistentOffers()
  }
})

test('"donated" and "withdraw" at once: one of them settles the offer, and the number is not shown', async () => {
  for (let round = 0; round < FEW_ROUNDS; round += 1) {
    const donor = await newDonor(bank)
    const offer = await offered(donor, await post(owner))
    const [recorded, withdrawn] = await atOnce(
      () => recordGift(owner, offer),
      () => withdraw(donor, offer),
    )
    expect(withdrawn).toBe(200)
    const status = recorded === 200 ? 'donated' : 'withdrawn'
    expect(await newestOfferOf(donor)).toMatchObject({ status, contact: null })
  }
})

test('of twenty settlements of an offer at once, one succeeds, and after a donation one more that ends the contact', {
  tags: 'long',
}, async () => {
  const donor = await newDonor(bank)
  const offer = await offered(donor, await post(owner))
  const acts = [
    () => withdraw(donor, offer),
    () => release(owner, offer),
    () => recordGift(owner, offer),
    () => recordGift(admin, offer),
  ]
  const statuses = await atOnce(...Array.from({ length: 5 }, () => acts).flat())
  const succeeded = (await newestOfferOf(donor))?.status === 'donated' ? 2 : 1
  expect(statuses.sort()).toEqual([...Array(succeeded).fill(200), ...Array(20 - succeeded).fill(409)])
  expect((await ledgerEvents(bank.db, offer)).length).toBeLessThanOrEqual(2)
})

test('of ten attempts to undo a donation at once, one succeeds, and the offer stands once', {
  tags: 'long',
}, async () => {
  for (let round = 0; round < samples({ gate: 2, all: 5 }); round += 1) {
    const donor = await newDonor(bank)
    const bloodRequest = await post(owner)
    const { body } = await recordGift(owner, await offered(donor, bloodRequest))
    const undo = () => owner.call(undoDonation, { params: { id: body.donation?.id ?? '' } })
    const [another, ...undone] = await atOnce(() => offerFor(donor, bloodRequest), ...Array(10).fill(undo))
    expect(undone.toSorted()).toEqual([204, ...Array(9).fill(404)])
    expect([201, 409]).toContain(another)
    await expectConsistentOffers()
  }
})

test('the same donor is named once when two closings, a donation and an offer meet', {
  tags: 'long',
}, async () => {
  for (let round = 0; round < FEW_ROUNDS; round += 1) {
    const donors = [await newDonor(bank), await newDonor(bank)]
    const bloodRequest = await post(owner, { unitsRequired: 2 })
    const offers: { id: string }[] = []
    for (const donor of donors) offers.push(await offered(donor, bloodRequest))
    const offerIds = offers.map(({ id }) => id)
    const closing = (offerIds: string[]) => () =>
      close(owner, bloodRequest, 'fulfilled', { offerIds, donatedOn: siteDate() })
    await atOnce(
      closing(offerIds),
      closing(offerIds.toReversed()),
      () => recordGift(owner, offers[0] as { id: string }),
      () => offerFor(donors[1] as Member, bloodRequest),
    )
    const { body } = await owner.call(listOwnBloodRequests, { query: {} })
    expect(body.records[0]?.unitsGiven).toBeLessThanOrEqual(2)
    await expectConsistentOffers()
  }
})

test.each([
  ['erased', erase, 200],
  ['suspended', suspend, 200],
] as const)(
  'a donor who is %s while offering and while the request is closed has no standing offer',
  { tags: 'long' },
  async (_, leave, status) => {
    for (let round = 0; round < FEW_ROUNDS; round += 1) {
      const [donor, other] = [await newDonor(bank), await newDonor(bank)]
      const bloodRequest = await post(owner)
      const standing = await offered(other, bloodRequest)
      const statuses = await atOnce(
        () => leave(donor),
        () => offerFor(donor, bloodRequest),
        () => leave(other),
        () =>
          round % 2
            ? close(owner, bloodRequest)
            : close(owner, bloodRequest, 'fulfilled', { offerIds: [standing.id], donatedOn: siteDate() }),
      )
      expect([statuses[0], statuses[2]]).toEqual([status, status])
      await expectConsistentOffers()
    }
  },
)

test.each([
  ['erased', erase],
  ['suspended', suspend],
] as const)(
  'a requester who is %s while donors offer, give and withdraw leaves no standing offer',
  { tags: 'long' },
  async (_, leave) => {
    for (let round = 0; round < FEW_ROUNDS; round += 1) {
      const requester = await bank.signedInAs()
      const donors = [await newDonor(bank), await newDonor(bank), await newDonor(bank)]
      const [one, other] = [await post(requester), await post(requester)]
      const [giving, withdrawing] = [
        await offered(donors[0] as Member, one),
        await offered(donors[1] as Member, other),
      ]
      await atOnce(
        () => leave(requester),
        () => offerFor(donors[2] as Member, round % 2 ? one : other),
        () => recordGift(admin, giving),
        () => withdraw(donors[1] as Member, withdrawing),
        () => close(requester, other),
      )
      await expectConsistentOffers()
    }
  },
)

test.each([
  ['erased', erase],
  ['suspended', suspend],
] as const)('a request is deleted while its donor is %s', { tags: 'long' }, async (_, leave) => {
  for (let round = 0; round < FEW_ROUNDS; round += 1) {
    const donor = await newDonor(bank)
    const bloodRequest = await post(owner)
    await withdraw(donor, await offered(donor, bloodRequest))
    const offer = await offered(donor, bloodRequest)
    if (round % 2) await recordGift(owner, offer)
    const statuses = await atOnce(
      () => leave(donor),
      () => owner.send('DELETE', `/api/blood-requests/${bloodRequest.id}`),
    )
    expect(statuses).toEqual([200, 204])
    await expectConsistentOffers()
  }
})

test.each([
  ['erased', erase],
  ['suspended', suspend],
] as const)(
  'two members who were asked by each other, and have offered, are %s at once',
  { tags: 'long' },
  async (_, leave) => {
    for (let round = 0; round < FEW_ROUNDS; round += 1) {
      const [one, other] = [await bank.signedInAs(), await bank.signedInAs()]
      for (const member of [one, other]) await register(member)
      const [ofOne, ofOther] = [await post(one), await post(other)]
      for (const [requester, request, donor] of [
        [one, ofOne, other],
        [other, ofOther, one],
      ] as const)
        await storeAlert(bank.db, { requesterId: requester.id, bloodRequestId: request.id, userId: donor.id })
      const offers = [await offered(one, ofOther), await offered(other, ofOne)] as const
      if (round % 2) await recordGift(other, offers[0])
      if (round % 4 === 3) await recordGift(one, offers[1])
      expect(
        await atOnce(
          () => leave(one),
          () => leave(other),
        ),
      ).toEqual([200, 200])
      await expectConsistentOffers()
    }
  },
)
