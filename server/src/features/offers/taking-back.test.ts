import { expect, test } from 'vitest'
import {
  gave,
  newDonor,
  OFFER_MADE,
  offered,
  post,
  recordGift,
  release,
  subjectsTo,
  THANKS,
  UNDONE,
  undo,
  WITHDRAWN,
  withdraw,
} from '../../testing/offers/offers.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp(NO_POSTING_LIMITS)

async function requesterAndDonor() {
  const [owner, donor] = [await bank.signedInAs(), await newDonor(bank)]
  return { owner, donor, bloodRequest: await post(owner) }
}

/** How long the mails wait that have not been sent, in seconds. */
async function waitsOf(email: string | undefined) {
  const mails = await bank.db
    .selectFrom('outbox')
    .select(['createdAt', 'nextAttemptAt'])
    .where('recipient', '=', email ?? '')
    .execute()
  return mails.map(mail => Math.round((mail.nextAttemptAt.getTime() - mail.createdAt.getTime()) / 1000))
}

test('the email about an offer waits for half a minute', async () => {
  const { owner, donor, bloodRequest } = await requesterAndDonor()
  await offered(donor, bloodRequest)
  expect(await waitsOf(owner.user?.email)).toEqual([30])
  expect(await bank.mailsTo(owner.user?.email ?? '')).toEqual([])
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE])
})

test('an offer that is withdrawn within half a minute is not told', async () => {
  const { owner, donor, bloodRequest } = await requesterAndDonor()
  await withdraw(donor, await offered(donor, bloodRequest))
  expect(await subjectsTo(bank, owner)).toEqual([])
  await offered(donor, bloodRequest)
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE])
})

test('a withdrawal is told after half a minute, and not if the donor offers again before', async () => {
  const { owner, donor, bloodRequest } = await requesterAndDonor()
  const first = await offered(donor, bloodRequest)
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE])
  await withdraw(donor, first)
  const second = await offered(donor, bloodRequest)
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE])
  await withdraw(donor, second)
  expect(await waitsOf(owner.user?.email)).toEqual([30])
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE, WITHDRAWN])
})

test('notices about several donors of a request do not cancel each other', async () => {
  const { owner, donor, bloodRequest } = await requesterAndDonor()
  const offer = await offered(donor, bloodRequest)
  await offered(await newDonor(bank), bloodRequest)
  await withdraw(donor, offer)
  expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE])
})

test('a requester who settles an offer before the email about it gets none', async () => {
  for (const settle of [release, recordGift]) {
    const { owner, donor, bloodRequest } = await requesterAndDonor()
    await settle(owner, await offered(donor, bloodRequest))
    expect(await subjectsTo(bank, owner)).toEqual([])
  }
})

test('a donation that is undone within half a minute is not told', async () => {
  const { owner, donor, bloodRequest } = await requesterAndDonor()
  const offer = await offered(donor, bloodRequest)
  await undo(owner, await gave(owner, offer))
  expect(await subjectsTo(bank, donor)).toEqual([])
  const admin = await bank.signedInAs({ role: 'admin' })
  const again = await gave(owner, offer)
  expect(await subjectsTo(bank, donor)).toEqual([THANKS])
  await undo(admin, again)
  expect(await subjectsTo(bank, donor)).toEqual([THANKS, UNDONE])
})

test('a loop of offers, withdrawals, donations and undos writes few entries of the ledger and few emails', async () => {
  const { owner, donor, bloodRequest } = await requesterAndDonor()
  for (let round = 0; round < 8; round += 1) {
    const { body } = await donor.send('POST', `/api/blood-requests/${bloodRequest.id}/offers`)
    const offer = body as { id: string }
    if (round % 2 === 0) await withdraw(donor, offer)
    else await undo(owner, await gave(owner, offer))
    await subjectsTo(bank, owner)
  }
  const reveals = bank.db.selectFrom('contactReveals').select('event').where('ownerId', '=', donor.id)
  // Two offers, and two ends.
  expect((await reveals.execute()).length).toBeLessThanOrEqual(4)
  expect((await subjectsTo(bank, owner)).length).toBeLessThanOrEqual(4)
  expect((await subjectsTo(bank, donor)).length).toBeLessThanOrEqual(3)
})
