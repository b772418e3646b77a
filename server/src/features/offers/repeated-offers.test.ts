import { expect, test } from 'vitest'
import { NO_POSTING_LIMITS } from '../../testing/environments/no-posting-limits.ts'
import { accept, createAskedDonors, DIGITS, decline } from '../../testing/offers/asked-donors.ts'
import {
  newDonor,
  newestOfferOf,
  offered,
  offerFor,
  post,
  release,
  withdraw,
} from '../../testing/offers/offers.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0', CALLS_PER_ADDRESS: '0' })
const { anAskedDonor } = createAskedDonors(bank)

const RELEASED = 'You were told that you are not needed for this request, so you cannot offer for it again.'
const WITHDRAWN =
  'You have offered for this request twice and then could not come, so you cannot offer for it again.'

const countOffers = async ({ id }: { id: string }) =>
  (await bank.db.selectFrom('offers').select('id').where('bloodRequestId', '=', id).execute()).length

test('after a withdrawal a donor offers once more for the same request, as a new offer', async () => {
  const [owner, donor] = [await bank.signedInAs(), await newDonor(bank)]
  const bloodRequest = await post(owner)
  const first = await offered(donor, bloodRequest)
  await withdraw(donor, first)
  const second = await offered(donor, bloodRequest)
  expect(second.id).not.toBe(first.id)
  await withdraw(donor, second)
  expect(await offerFor(donor, bloodRequest)).toRefuse('offer-withdrawn-twice', WITHDRAWN)
  expect((await offerFor(donor, await post(owner))).status).toBe(201)
})

test('after a release a donor does not offer again for the same request, but for another', async () => {
  const [owner, donor] = [await bank.signedInAs(), await newDonor(bank)]
  const bloodRequest = await post(owner)
  await release(owner, await offered(donor, bloodRequest))
  expect(await offerFor(donor, bloodRequest)).toRefuse('offer-was-released', RELEASED)
  expect((await offerFor(donor, await post(owner))).status).toBe(201)
})

test('the link of an alert makes no more offers than the page', { tags: 'long' }, async () => {
  const { donor, bloodRequest, token, phone } = await anAskedDonor()
  const answers: (number | string)[] = []
  for (let round = 0; round < 3; round += 1)
    for (const reply of [await accept(phone, token, DIGITS), await decline(phone, token)])
      answers.push(reply.error?.code ?? reply.status)
  expect(answers).toEqual([200, 200, 200, 200, 'offer-withdrawn-twice', 200])
  expect(await accept(donor, token)).toRefuse('offer-withdrawn-twice', WITHDRAWN)
  expect(await offerFor(donor, bloodRequest)).toRefuse('offer-withdrawn-twice')
  expect(await countOffers(bloodRequest)).toBe(2)
})

test('the link of an alert makes no offer for a request that has released the donor', async () => {
  const { owner, donor, token, phone } = await anAskedDonor()
  await accept(phone, token, DIGITS)
  await release(owner, { id: (await newestOfferOf(donor))?.id ?? '' })
  for (const browser of [phone, donor])
    expect(await accept(browser, token, DIGITS)).toRefuse('offer-was-released', RELEASED)
})

test('of twenty offers and withdrawals at once, at most two offers are made', { tags: 'long' }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const [owner, donor] = [await bank.signedInAs(), await newDonor(bank)]
    const bloodRequest = await post(owner)
    // Each withdraws what it offered, so that the next can offer.
    const calls = Array.from({ length: 20 }, async () => {
      const { status, text, body } = await offerFor(donor, bloodRequest)
      if (status >= 500) expect.fail(text)
      if (status === 201) await withdraw(donor, body)
      return status
    })
    const statuses = await Promise.all(calls)
    expect(statuses.filter(status => status === 201).length).toBeLessThanOrEqual(2)
    if ((await countOffers(bloodRequest)) === 1) await withdraw(donor, await offered(donor, bloodRequest))
    expect(await countOffers(bloodRequest)).toBe(2)
  }
})
