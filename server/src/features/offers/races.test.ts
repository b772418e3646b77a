import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { undoDonation } from '@blood-bank/contract/offers/donations'
import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { afterEach, expect, test } from 'vitest'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import {
  close,
  ledgerEvents,
  type Member,
  newDonor,
  newestOfferOf,
  OFFER_MADE,
  offered,
  offerFor,
  post,
  recordGift,
  register,
  release,
  siteDate,
  subjectsTo,
  withdraw,
} from '../../testing/offers/offers.ts'
import type { Reply } from '../../testing/person.ts'
import { storeAlert } from '../../testing/stored.ts'
import { NO_POSTING_LIMITS, PASSWORD, startTestApp } from '../../testing/test-app.ts'

/** Each test tries both orders; a deadlock needs no more. */
const ROUNDS = 2
const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const owner = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

const suspend = ({ id }: Member) =>
  admin.call(suspendUser, { params: { id }, body: { reason: 'false-requests' } })
const erase = (person: Member) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })

type Call = () => Promise<Reply<unknown>>

/** Makes calls at once, in any order. A deadlock or a timeout of the database is a 500 or 503. */
async function atOnce(...calls: Call[]): Promise<number[]> {
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

test('of twenty offers and withdrawals at once, at most two offers are made', async () => {
  const donor = await newDonor(bank)
  const bloodRequest = await post(owner)
  // Each withdraws what it offered, so that the next can offer.
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status, text, body } = await offerFor(donor, bloodRequest)
      if (status >= 500) expect.fail(text)
      if (status === 201) await withdraw(donor, body)
    }),
  )
  const offers = () => bank.db.selectFrom('offers').select('id').where('userId', '=', donor.id).execute()
  if ((await offers()).length === 1) await withdraw(donor, await offered(donor, bloodRequest))
  expect(await offers()).toHaveLength(2)
  expect(await offerFor(donor, bloodRequest)).toRefuse('offer-withdrawn-twice')
})

test('no offer stands on a request that is closed, cancelled or deleted while offers are made', async () => {
  const donors = await Promise.all(Array.from({ length: 4 }, () => newDonor(bank)))
  for (const end of [
    ({ id }: { id: string }) => owner.call(deleteBloodRequest, { params: { id } }),
    (bloodRequest: { id: string }) => close(owner, bloodRequest, 'cancelled'),
    (bloodRequest: { id: string }) => close(owner, bloodRequest, 'fulfilled'),
  ]) {
    const bloodRequest = await post(owner)
    const offering = donors.map(donor => () => offerFor(donor, bloodRequest))
    const [ended, ...offers] = await atOnce(() => end(bloodRequest), ...offering)
    expect([200, 204]).toContain(ended)
    for (const status of offers) expect([201, 404, 409]).toContain(status)
    await expectConsistentOffers()
  }
})

test('"donated" and "withdraw" at once: one of them settles the offer, and the number is not shown', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
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

test('of twenty settlements of an offer at once, one succeeds, and after a donation one more that ends the contact', async () => {
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

test('of ten attempts to undo a donation at once, one succeeds, and the offer stands once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
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

type Pair = [Member, Member]
const LEAVING = { erased: erase, suspended: suspend }

/** Somebody leaves in a situation that each of two rounds prepares; returns the calls that are made at once. */
const SITUATIONS: Record<string, (leave: typeof suspend | typeof erase, round: number) => Promise<Call[]>> = {
  'donors, one of whom offers while the request of the other is closed, are': async (leave, round) => {
    const [donor, other] = [await newDonor(bank), await newDonor(bank)]
    const bloodRequest = await post(owner)
    const standing = await offered(other, bloodRequest)
    const given = { offerIds: [standing.id], donatedOn: siteDate() }
    return [
      () => leave(donor),
      () => leave(other),
      () => offerFor(donor, bloodRequest),
      () => close(owner, bloodRequest, 'fulfilled', round % 2 ? undefined : given),
    ]
  },
  'a requester, while donors offer, give and withdraw, is': async (leave, round) => {
    const requester = await bank.signedInAs()
    const donors = [await newDonor(bank), await newDonor(bank)] as Pair
    const third = await newDonor(bank)
    const [one, other] = [await post(requester), await post(requester)]
    const [giving, withdrawing] = [await offered(donors[0], one), await offered(donors[1], other)]
    return [
      () => leave(requester),
      () => offerFor(third, round % 2 ? one : other),
      () => recordGift(admin, giving),
      () => withdraw(donors[1], withdrawing),
      () => close(requester, other),
    ]
  },
  'a donor, while the request is deleted, is': async (leave, round) => {
    const donor = await newDonor(bank)
    const bloodRequest = await post(owner)
    const offer = await offered(donor, bloodRequest)
    if (round % 2) await recordGift(owner, offer)
    return [() => leave(donor), () => owner.call(deleteBloodRequest, { params: bloodRequest })]
  },
  'two members who were asked by each other, and have offered, are': async (leave, round) => {
    const [one, other] = [await bank.signedInAs(), await bank.signedInAs()]
    for (const member of [one, other]) await register(member)
    const [ofOne, ofOther] = [await post(one), await post(other)]
    for (const [requester, request, donor] of [
      [one, ofOne, other],
      [other, ofOther, one],
    ] as const)
      await storeAlert(bank.db, { requesterId: requester.id, bloodRequestId: request.id, userId: donor.id })
    const offers = [await offered(one, ofOther), await offered(other, ofOne)] as const
    if (round % 2)
      for (const [at, member] of [other, one].entries()) await recordGift(member, offers[at] as never)
    return [() => leave(one), () => leave(other)]
  },
}

test.each(
  Object.keys(SITUATIONS).flatMap(situation =>
    Object.entries(LEAVING).map(([left, leave]) => [situation, left, leave] as const),
  ),
)('%s %s, and no offer stands that must not', async (situation, _, leave) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const calls = (await SITUATIONS[situation]?.(leave, round)) ?? []
    const [left] = await atOnce(...calls)
    expect(left).toBe(200)
    await expectConsistentOffers()
  }
})
