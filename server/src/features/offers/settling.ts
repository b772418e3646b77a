import type { DonorsWhoGave } from '@blood-bank/contract/blood-requests/endpoints'
import type { Actor } from '@blood-bank/contract/users/actors'
import { findEmailsOfUsers, lockUser } from '../../identity/users/store.ts'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import { findBloodRequests } from '../blood-requests/queries.ts'
import { lockBloodRequestsOf, replan } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { lockDonorOfUser } from '../donors/store.ts'
import { endReveals } from './contact-ledger/store.ts'
import { lockDonations, removeDonorFromDonations } from './donations/store.ts'
import type { OfferMailKind } from './mails.ts'
import { sortByDonor } from './queries.ts'
import { recordDonation } from './recording.ts'
import {
  endContactAfterDonation,
  endDueContactsAfterDonation,
  lockOffers,
  type Selection,
  settleOffers,
  withdrawContact,
} from './store.ts'
import type { OfferRow } from './tables.ts'
import { notifyRequester } from './taking-back.ts'
import { saidBy, turnAway } from './turning-away.ts'

/**
 * Withdraws standing offers: the contact disappears, and the owners of the blood requests are told.
 * @returns the withdrawn offers
 */
export async function withdrawOffers(
  db: Transaction,
  selection: Selection,
  { now, causedBy }: Pick<Release, 'now' | 'causedBy'>,
): Promise<OfferRow[]> {
  const offers = await settleOffers(db, selection, { status: 'withdrawn', now })
  await endReveals(db, revealsOf(offers))
  const ids = offers.map(({ bloodRequestId }) => bloodRequestId)
  const bloodRequests = await findBloodRequests(db, ids)
  for (const offer of offers) {
    const bloodRequest = bloodRequests.get(offer.bloodRequestId)
    if (bloodRequest) await notifyRequester(db, 'offer-withdrawn', { offer, bloodRequest, causedBy })
  }
  await replan(
    db,
    [...bloodRequests.values()].map(({ id }) => id),
  )
  return offers
}

/**
 * Ends the reveal of a donor's number after a donation, because the donor wants it: by withdrawing or by disputing. The
 * donation stays recorded.
 */
export async function endContactForDonor(
  db: Transaction,
  offerId: string,
  now: Date,
): Promise<OfferRow | null> {
  const offer = await withdrawContact(db, offerId, now)
  if (offer) await endReveals(db, [offer.revealId])
  return offer
}

/**
 * `causedBy` is the user whose change it is; `isDeletion` says that the blood requests are about to be deleted, `wasRefused`
 * that somebody pressed "Not needed".
 */
type Release = { now: Date; causedBy: string; isDeletion?: boolean; wasRefused?: boolean }

/**
 * Releases standing offers: the contact disappears, and the donors are told that they are not needed.
 * @returns the released offers
 */
export async function releaseOffers(
  db: Transaction,
  selection: Selection,
  { now, causedBy, ...how }: Release,
): Promise<OfferRow[]> {
  const offers = await settleOffers(db, selection, { status: 'released', now, ...how })
  await endReveals(db, revealsOf(offers))
  const emails = await findEmailsOfUsers(
    db,
    offers.map(({ userId }) => userId),
  )
  const mails = emails.map(recipient => ({ recipient }))
  await enqueueNotices(db, 'offer-released' satisfies OfferMailKind, mails, { causedBy })
  return offers
}

type Closing = {
  bloodRequest: BloodRequestRow
  donorsWhoGave: DonorsWhoGave | undefined
  turnedAwayIds?: string[] | undefined
  actor: Actor
  now: Date
  today: string
  timeZone: string
}

/**
 * Settles the standing offers for a blood request that was closed: those of the donors who gave become donations, those
 * whom the hospital could not take are thanked for coming, the others are released. Part of the transaction that closed it.
 * @throws Refusal offer-settled when a donor who gave or came has withdrawn in the meantime
 */
export async function settleOffersOfClosed(
  db: Transaction,
  { bloodRequest, donorsWhoGave, turnedAwayIds = [], actor, ...time }: Closing,
): Promise<void> {
  // In the order in which donors are locked, so that two calls do not wait for each other.
  const gaveIds = donorsWhoGave?.offerIds ?? []
  for (const offerId of await sortByDonor(db, [...gaveIds, ...turnedAwayIds])) {
    if (gaveIds.includes(offerId)) {
      const donatedOn = donorsWhoGave?.donatedOn ?? time.today
      await recordDonation(db, { offerId, donatedOn, actor, bloodRequest, ...time })
    } else
      await turnAway(
        db,
        { id: offerId, bloodRequestId: bloodRequest.id },
        { ...saidBy(actor, bloodRequest), ...time },
      )
  }
  await releaseOffers(db, { bloodRequestId: bloodRequest.id }, { now: time.now, causedBy: actor.id })
}

/** Releases the offers for a blood request that is about to be deleted. The transaction has locked it. */
export async function releaseOffersOfDeleted(
  db: Transaction,
  bloodRequestId: string,
  { now, causedBy }: Pick<Release, 'now' | 'causedBy'>,
): Promise<void> {
  await lockDonations(db, { bloodRequestId })
  await lockOffers(db, { bloodRequestId })
  await releaseOffers(db, { bloodRequestId }, { now, causedBy, isDeletion: true })
  const ended = await endContactAfterDonation(db, { bloodRequestId }, { isDeletion: true })
  await endReveals(db, revealsOf(ended))
}

/** Settles the offers and donations of a user who is about to be erased. */
export async function settleOffersOfErasedUser(db: Transaction, userId: string, now: Date): Promise<void> {
  await settleOffersOfLeavingUser(db, userId, { now, causedBy: userId, isDeletion: true })
  await removeDonorFromDonations(db, userId)
}

/**
 * Settles the offers of a user who is suspended or erased, and those for the user's blood requests. It locks these first, so
 * that nobody can offer to donate for them meanwhile.
 */
export async function settleOffersOfLeavingUser(
  db: Transaction,
  userId: string,
  { now, causedBy, isDeletion = false }: Release,
): Promise<void> {
  await lockUser(db, userId)
  await lockBloodRequestsOf(db, userId)
  await lockDonorOfUser(db, userId, 'for update')
  await lockDonations(db, { madeOrReceivedBy: userId })
  await lockOffers(db, { madeOrReceivedBy: userId })
  await releaseOffers(db, { ownerOfRequests: userId }, { now, causedBy, isDeletion })
  await withdrawOffers(db, { userId }, { now, causedBy })
  const ended = [
    ...(await endContactAfterDonation(db, { ownerOfRequests: userId }, { isDeletion })),
    ...(await endContactAfterDonation(db, { userId })),
  ]
  await endReveals(db, revealsOf(ended))
}

/** Ends the contact of donors and requesters 48 hours after a donation. */
export async function endDueContacts(db: Database, now: Date): Promise<void> {
  await endReveals(db, revealsOf(await endDueContactsAfterDonation(db, now)))
}

const revealsOf = (offers: OfferRow[]) => offers.map(({ revealId }) => revealId)
