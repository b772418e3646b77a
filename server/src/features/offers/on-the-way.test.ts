import type { OnTheWay } from '@blood-bank/contract/offers/endpoints'
import { expect, test } from 'vitest'
import {
  aStandingOffer,
  newDonor,
  newestOfferOf,
  receivedOffers,
  recordGift,
  release,
  sayOnTheWayIn,
  subjectsTo,
  withdraw,
} from '../../testing/offers/offers.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

test('a donor says when they arrive, changes it, and whoever posted the request sees it', async () => {
  const { donor, owner, offer, bloodRequest } = await aStandingOffer(bank)
  expect((await newestOfferOf(donor))?.onTheWay).toBeNull()
  expect((await receivedOffers(owner, bloodRequest))[0]?.onTheWay).toBeNull()
  const mails = await subjectsTo(bank, owner)
  for (const minutes of [60, 15] satisfies OnTheWay['minutes'][]) {
    const { status, body } = await sayOnTheWayIn(donor, offer, minutes)
    expect([status, body.status]).toEqual([200, 'offered'])
    const onTheWay = { saidAt: expect.any(String), minutes }
    expect(body.onTheWay).toEqual(onTheWay)
    expect((await newestOfferOf(donor))?.onTheWay).toEqual(onTheWay)
    expect((await receivedOffers(owner, bloodRequest))[0]?.onTheWay).toEqual(onTheWay)
  }
  // It is shown live; no email.
  expect(await subjectsTo(bank, owner)).toEqual(mails)
})

test('nobody else can say it, or sees it', async () => {
  const { donor, owner, offer, bloodRequest } = await aStandingOffer(bank)
  const admin = await bank.signedInAs({ role: 'admin' })
  for (const person of [owner, admin, await newDonor(bank)])
    expect(await sayOnTheWayIn(person, offer)).toRefuse('offer-not-found')
  await sayOnTheWayIn(donor, offer)
  expect((await receivedOffers(admin, bloodRequest))[0]).toMatchObject({ status: 'offered', onTheWay: null })
})

test.each<[string, (situation: Awaited<ReturnType<typeof aStandingOffer>>) => Promise<unknown>]>([
  ['withdrawn', ({ donor, offer }) => withdraw(donor, offer)],
  ['released', ({ owner, offer }) => release(owner, offer)],
  ['donated', ({ owner, offer }) => recordGift(owner, offer)],
])('an offer that is %s is no longer on the way, and nothing more can be said', async (_, settle) => {
  const situation = await aStandingOffer(bank)
  const { donor, owner, offer, bloodRequest } = situation
  await sayOnTheWayIn(donor, offer)
  await settle(situation)
  expect((await newestOfferOf(donor))?.onTheWay).toBeNull()
  expect((await receivedOffers(owner, bloodRequest))[0]?.onTheWay).toBeNull()
  expect(await sayOnTheWayIn(donor, offer)).toRefuse('offer-settled')
})
