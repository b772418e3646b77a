import type { DonorsWhoGave } from '@blood-bank/contract/blood-requests'
import type { User } from '@blood-bank/contract/users'
import { findBloodRequests } from '../../features/blood-requests/queries.ts'
import { lockActiveBloodRequestsOf } from '../../features/blood-requests/store.ts'
import type { BloodRequestRow } from '../../features/blood-requests/tables.ts'
import { lockDonorOfUser } from '../../features/donors/store.ts'
import { endContactAfterDonation, type Selection, settleOffers } from '../../features/offers/store.ts'
import type { OfferRow } from '../../features/offers/tables.ts'
import { endReveals } from '../../identity/contact-ledger/store.ts'
import { findEmailsOfUsers, lockUser } from '../../identity/users/store.ts'
import type { Database } from '../../platform/database/connection.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { recordDonation } from './giving.ts'
import type { OfferMailKind } from './mails.ts'

/**
 * Withdraws standing offers: the contact disappears, and the owners of the blood requests are told. Pass a transaction.
 * @returns the withdrawn offers
 */
export async function withdrawOffers(db: Database, selection: Selection, now: Date): Promise<OfferRow[]> {
  const offers = await settleOffers(db, selection, { status: 'withdrawn', now })
  await endReveals(db, revealsOf(offers))
  const bloodRequests = await findBloodRequests(db, requestsOf(offers))
  for (const { userEmail } of bloodRequests.values())
    await enqueueMail(db, 'offer-withdrawn' satisfies OfferMailKind, userEmail)
  return offers
}

/**
 * Releases standing offers: the contact disappears, and the donors are told that they are not needed. Pass a transaction.
 * @returns the released offers
 */
export async function releaseOffers(db: Database, selection: Selection, now: Date): Promise<OfferRow[]> {
  const offers = await settleOffers(db, selection, { status: 'released', now })
  await endReveals(db, revealsOf(offers))
  for (const email of await findEmailsOfUsers(
    db,
    offers.map(({ userId }) => userId),
  ))
    await enqueueMail(db, 'offer-released' satisfies OfferMailKind, email)
  return offers
}

type Closing = {
  bloodRequest: BloodRequestRow
  donorsWhoGave: DonorsWhoGave | undefined
  actor: User
  now: Date
  today: string
  timeZone: string
}

/**
 * Settles the standing offers for a blood request that was closed: those of the donors who gave become donations, the
 * others are released. Pass the transaction that closed it.
 * @throws Refusal offer-settled when a donor who gave has withdrawn in the meantime
 */
export async function settleOffersOfClosed(
  db: Database,
  { bloodRequest, donorsWhoGave, actor, ...time }: Closing,
): Promise<void> {
  for (const offerId of new Set(donorsWhoGave?.offerIds)) {
    const donatedOn = donorsWhoGave?.donatedOn ?? time.today
    await recordDonation(db, { offerId, donatedOn, actor, bloodRequest, ...time })
  }
  await releaseOffers(db, { bloodRequestId: bloodRequest.id }, time.now)
}

/** Releases the offers for a blood request that is about to be deleted. Pass the transaction that has locked it. */
export async function releaseOffersOfDeleted(db: Database, bloodRequestId: string, now: Date): Promise<void> {
  await releaseOffers(db, { bloodRequestId }, now)
  await endReveals(db, revealsOf(await endContactAfterDonation(db, { bloodRequestId })))
}

/**
 * Settles the offers of a user who is suspended or about to be erased, and those for the user's blood requests. Pass the
 * transaction of the change. It locks the requests first, so that nobody can offer to donate for them meanwhile.
 */
export async function settleOffersOfLeavingUser(db: Database, userId: string, now: Date): Promise<void> {
  await lockUser(db, userId)
  await lockActiveBloodRequestsOf(db, userId)
  await lockDonorOfUser(db, userId, 'for update')
  await releaseOffers(db, { ownerOfRequests: userId }, now)
  await withdrawOffers(db, { userId }, now)
  const ended = [
    ...(await endContactAfterDonation(db, { ownerOfRequests: userId })),
    ...(await endContactAfterDonation(db, { userId })),
  ]
  await endReveals(db, revealsOf(ended))
}

/** Ends the contact of donors and requesters 48 hours after a donation. */
export async function endDueContacts(db: Database, now: Date): Promise<void> {
  await endReveals(db, revealsOf(await endContactAfterDonation(db, { dueAt: now })))
}

const revealsOf = (offers: OfferRow[]) => offers.map(({ revealId }) => revealId)
const requestsOf = (offers: OfferRow[]) =>
  offers.map(({ bloodRequestId }) => bloodRequestId ?? '').filter(Boolean)
