import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import {
  close,
  DONOR_NUMBER,
  ledgerEvents,
  newDonor,
  newestOfferOf,
  offered,
  post,
  REQUEST_NUMBER,
  receivedOffers,
  recordGift,
} from '../../../testing/offers/offers.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { endDueContacts } from '../settling.ts'
import { removeOldReveals } from './store.ts'

const YEAR_MS = 365.25 * 24 * HOUR_MS

const bank = await startTestApp()
const endContacts = () => inTransaction(bank.db, db => endDueContacts(db, bank.now()))
const owner = await bank.signedInAs()

test('donor and requester see each other for 48 hours after a donation, and the job ends it in the ledger', async () => {
  const donor = await newDonor(bank)
  const bloodRequest = await post(owner)
  const offer = await offered(donor, bloodRequest)
  await recordGift(owner, offer)
  // Closing the request does not end it.
  await close(owner, bloodRequest)
  const shown = async () => [
    (await receivedOffers(owner, bloodRequest))[0]?.donor?.contactNumber ?? null,
    (await newestOfferOf(donor))?.contact?.contactNumber ?? null,
    (await donor.call(listContactReveals, { query: {} })).body.records.map(({ endedAt }) => endedAt !== null),
    await ledgerEvents(bank.db, offer),
  ]

  bank.advance(48 * HOUR_MS - MINUTE_MS)
  await endContacts()
  expect(await shown()).toEqual([DONOR_NUMBER, REQUEST_NUMBER, [false], ['began']])
  bank.advance(2 * MINUTE_MS)
  // Nobody sees a number for longer, even if no server has run the job.
  expect(await shown()).toEqual([null, null, [false], ['began']])
  await endContacts()
  await endContacts()
  expect(await shown()).toEqual([null, null, [true], ['began', 'ended']])
  bank.advance(-48 * HOUR_MS - MINUTE_MS)
})

test('the job ends no contact of an offer that stands, however old it is', async () => {
  const donor = await newDonor(bank)
  const bloodRequest = await post(owner)
  const offer = await offered(donor, bloodRequest)
  bank.advance(1_000 * HOUR_MS)
  await endContacts()
  bank.advance(-1_000 * HOUR_MS)
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began'])
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { donor: { contactNumber: DONOR_NUMBER } },
  ])
})

test('reveals that ended more than two years ago are removed, and no others', async () => {
  await bank.db
    .insertInto('contactReveals')
    .values(
      [
        ['00000000-0000-7000-8000-000000000001', 'began', 3],
        ['00000000-0000-7000-8000-000000000001', 'ended', 2.01],
        ['00000000-0000-7000-8000-000000000002', 'began', 3],
        ['00000000-0000-7000-8000-000000000002', 'ended', 1.99],
        ['00000000-0000-7000-8000-000000000003', 'began', 3],
      ].map(([revealId, event, years]) => ({
        revealId: String(revealId),
        event: event as 'began' | 'ended',
        ownerId: owner.id,
        viewerId: null,
        occasion: 'admin' as const,
        bloodRequestId: null,
        occurredAt: new Date(Date.now() - Number(years) * YEAR_MS),
      })),
    )
    .execute()
  await removeOldReveals(bank.db)
  const left = await bank.db
    .selectFrom('contactReveals')
    .select(['revealId', 'event'])
    .where('ownerId', '=', owner.id)
    .orderBy('revealId')
    .orderBy('event')
    .execute()
  expect(left.map(({ revealId, event }) => `${revealId.slice(-1)} ${event}`)).toEqual([
    '2 began',
    '2 ended',
    '3 began',
  ])
})
