import { donatedFor } from '@blood-bank/contract/donors/components'
import { DONATION_IN_FUTURE } from '@blood-bank/contract/donors/fields'
import { meets } from '@blood-bank/contract/donors/needs'
import { HOUR_MS, UNDO_DONATION_HOURS } from '@blood-bank/contract/durations'
import { CONTACT_AFTER_DONATION_HOURS } from '@blood-bank/contract/offers/endpoints'
import { type Actor, isAdmin } from '@blood-bank/contract/users/actors'
import { recordAction } from '../../identity/audit/record-action.ts'
import { findEmailsOfUsers, lockReferencedUser } from '../../identity/users/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { refuse, refuseField } from '../../platform/http/refuse.ts'
import { lockBloodRequest, replan } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { lockDonorOfUser, setRecordedDates } from '../donors/store.ts'
import type { DonorRow } from '../donors/tables.ts'
import { beginReveal, endReveals } from './contact-ledger/store.ts'
import {
  findDonation,
  findDonationOfOffer,
  findLastDonations,
  findOffersWithUndoneDonation,
} from './donations/queries.ts'
import {
  insertDonation,
  lockDonation,
  restoreOwnDonation,
  setCounted,
  undoStoredDonation,
} from './donations/store.ts'
import type { DonationRow } from './donations/tables.ts'
import { findOffer, findStandingOffer } from './queries.ts'
import { lockOffer, restoreOffer, settleOffers, settleUndoneOffer } from './store.ts'
import type { OfferRow } from './tables.ts'
import { notifyUnlessTakenBack } from './taking-back.ts'

type Recording = {
  offerId: string
  donatedOn: string
  /** The owner of the blood request, or an admin. */
  actor: Actor
  bloodRequest: BloodRequestRow
  now: Date
  today: string
  timeZone: string
}

/**
 * Records that the donor of a standing offer gave: the offer becomes `donated`, the donor's date moves, the donor is
 * thanked, and both see each other's contact for another 48 hours. If the donor has said so before, it counts from now on.
 * @throws Refusal offer-not-found, offer-settled, donation-before-offer, donation-already-recorded, or invalid-input
 */
export async function recordDonation(
  db: Transaction,
  { offerId, donatedOn, actor, bloodRequest, now, today, timeZone }: Recording,
): Promise<OfferRow> {
  const found = await findOffer(db, offerId)
  if (!found || found.bloodRequestId !== bloodRequest.id) throw refuse('offer-not-found')
  requireDonationDay(donatedOn, found, { today, timeZone })
  await lockReferencedUser(db, found.userId)
  await lockDonorOfUser(db, found.userId, 'for update')
  const recordedBy = bloodRequest.userId === actor.id ? 'requester' : 'admin'
  const said = await findDonationOfOffer(db, offerId)
  if (said && isUnconfirmed(said)) {
    const confirmedAt = recordedBy === 'admin' ? now : null
    const confirmed = await setCounted(db, said.id, { bloodRequestId: bloodRequest.id, confirmedAt })
    if (recordedBy === 'admin') await auditDonation(db, actor, { before: null, after: confirmed })
    await replan(db, [bloodRequest.id])
    return found
  }
  const contactUntil = new Date(now.getTime() + CONTACT_AFTER_DONATION_HOURS * HOUR_MS)
  const [offer] = await settleOffers(db, { id: offerId }, { status: 'donated', now, contactUntil })
  if (!offer) throw refuse('offer-settled')
  const donation = await insertDonation(db, {
    userId: offer.userId,
    bloodRequestId: bloodRequest.id,
    offerId,
    component: donatedFor(bloodRequest.component),
    donatedOn,
    recordedBy,
  })
  if (!donation) throw refuse('donation-already-recorded')
  await updateRecordedDate(db, offer.userId)
  if (recordedBy === 'admin') await auditDonation(db, actor, { before: null, after: donation })
  await notifyDonor(db, 'donation-recorded', { donation, causedBy: actor.id })
  return offer
}

/** @throws Refusal invalid-input for a day that is still to come in the site's time zone */
export function requireDonationDate(donatedOn: string, { today }: { today: string }): void {
  if (donatedOn > today)
    throw refuse('invalid-input', { message: DONATION_IN_FUTURE, fields: { donatedOn: DONATION_IN_FUTURE } })
}

/** The same for a day before the donor offered. @throws Refusal invalid-input, donation-before-offer */
export function requireDonationDay(
  donatedOn: string,
  { offeredAt }: Pick<OfferRow, 'offeredAt'>,
  { today, timeZone }: { today: string; timeZone: string },
): void {
  requireDonationDate(donatedOn, { today })
  if (donatedOn < calendarDate(offeredAt, timeZone)) throw refuseField('donatedOn', 'donation-before-offer')
}

/** Whether only the donor says that they gave for an offer. It counts for no request until somebody else says so, too. */
export const isUnconfirmed = ({ offerId, bloodRequestId }: DonationRow): boolean =>
  offerId !== null && bloodRequestId === null

/** Sets the donor's dates to those of their last donations that count. The transaction has locked the donor. */
export const updateRecordedDate = async (db: Transaction, userId: string): Promise<void> =>
  setRecordedDates(db, userId, await findLastDonations(db, userId))

/**
 * Undoes a donation. Its offer stands again while the request is active and the donor may still give for it, and is
 * released otherwise; if the donor has ended the contact, it is withdrawn. By the requester, one of which the donor spoke only
 * counts for the request no longer.
 * @throws Refusal donation-not-found, too-late-to-undo, donation-undone-before
 */
export async function undoDonation(
  db: Transaction,
  { id, actor, now }: { id: string; actor: Actor; now: Date },
): Promise<void> {
  const found = await findDonation(db, id)
  if (!found) throw refuse('donation-not-found')
  const offer = found.offerId === null ? null : await findOffer(db, found.offerId)
  const bloodRequestId = found.bloodRequestId ?? offer?.bloodRequestId ?? null
  const bloodRequest =
    bloodRequestId === null ? null : await lockBloodRequest(db, bloodRequestId, 'for share')
  const role = undoesAs(actor, { donation: found, bloodRequest, now })
  const donor = found.userId === null ? null : await lockDonorOfUser(db, found.userId, 'for update')
  const donation = await lockDonation(db, id)
  if (!donation) throw refuse('donation-not-found')
  // The donor's word and date stay their own: it only counts for the request no longer.
  if (role === 'requester' && donation.recordedBy === 'donor') {
    await setCounted(db, id, { bloodRequestId: null, confirmedAt: null })
    return replan(db, bloodRequest ? [bloodRequest.id] : [])
  }
  const recorder = role === 'requester' ? await undoesOnce(db, actor, donation) : role
  await undoStoredDonation(db, donation)
  if (donation.recordedBy !== 'donor') await restoreOwnDonation(db, donation)
  if (donation.offerId) await reopenOffer(db, donation.offerId, { bloodRequest, donor, now })
  if (bloodRequest) await replan(db, [bloodRequest.id])
  if (recorder === 'admin') await auditDonation(db, actor, { before: donation, after: null })
  if (!donation.userId) return
  await updateRecordedDate(db, donation.userId)
  if (recorder !== 'donor') await notifyDonor(db, 'donation-undone', { donation, causedBy: actor.id })
}

/** The time until which the owner of the request can undo a donation. */
export const undoableUntil = ({ recordedAt }: Pick<DonationRow, 'recordedAt'>): Date =>
  new Date(recordedAt.getTime() + UNDO_DONATION_HOURS * HOUR_MS)

type Undoing = { donation: DonationRow; bloodRequest: BloodRequestRow | null; now: Date }

/** The role that allows the actor to undo a donation. @throws Refusal donation-not-found, too-late-to-undo */
function undoesAs(actor: Actor, { donation, bloodRequest, now }: Undoing): DonationRow['recordedBy'] {
  if (donation.recordedBy === 'donor' && donation.userId === actor.id) return 'donor'
  const isRequester =
    donation.recordedBy !== 'admin' && !isUnconfirmed(donation) && bloodRequest?.userId === actor.id
  if (isRequester && now <= undoableUntil(donation)) return 'requester'
  if (isAdmin(actor)) return 'admin'
  throw refuse(isRequester ? 'too-late-to-undo' : 'donation-not-found')
}

/**
 * Lets a requester undo one donation of an offer: further rounds would only send emails to the donor and move their date.
 * The transaction has locked the donation.
 * @returns the role in which the actor undoes it
 * @throws Refusal donation-undone-before
 */
async function undoesOnce(
  db: Transaction,
  actor: Actor,
  { offerId }: DonationRow,
): Promise<'requester' | 'admin'> {
  const undone = offerId === null ? null : await findOffersWithUndoneDonation(db, [offerId])
  if (!undone?.size) return 'requester'
  if (isAdmin(actor)) return 'admin'
  throw refuse('donation-undone-before')
}

type Reopening = {
  bloodRequest: BloodRequestRow | null
  donor: DonorRow | null
  now: Date
  /** Releases another standing offer of the donor, in whose place this one stands again. */
  replaceOther?: (other: OfferRow) => Promise<void>
}

/**
 * Lets an offer stand again whose end was undone. If it cannot, it is released, or withdrawn if the donor ended the contact. The
 * transaction has locked the donor.
 */
export async function reopenOffer(
  db: Transaction,
  id: string,
  { bloodRequest, donor, now, replaceOther }: Reopening,
): Promise<void> {
  const offer = await lockOffer(db, id)
  if (!offer) return
  const isStillWanted = bloodRequest?.status === 'active' && !bloodRequest.isHidden
  const hasWithdrawn = offer.contactWithdrawnAt !== null
  const other = await findStandingOffer(db, offer.userId)
  if (!isStillWanted || hasWithdrawn || !mayStandAgain(bloodRequest, donor) || (other && !replaceOther)) {
    const status = isStillWanted && hasWithdrawn ? 'withdrawn' : 'released'
    await settleUndoneOffer(db, id, { status, now })
    return endReveals(db, [offer.revealId])
  }
  if (other) await replaceOther?.(other)
  const isNewReveal = offer.contactUntil === null
  const restored = await restoreOffer(db, id, { isNewReveal })
  if (isNewReveal)
    await beginReveal(db, {
      revealId: restored.revealId,
      ownerId: offer.userId,
      viewerId: bloodRequest.userId,
      occasion: 'offer',
      bloodRequestId: bloodRequest.id,
    })
}

/** Whether the donor of an offer could still make it. Whatever withdraws a standing offer also prevents that it is restored. */
const mayStandAgain = (bloodRequest: BloodRequestRow, donor: DonorRow | null): boolean =>
  donor?.isProfileActive === true && !donor.isHidden && meets(donor.bloodGroup, bloodRequest)

type DonationFacts = Pick<DonationRow, 'component' | 'donatedOn' | 'userId'>

/** Writes the audit entry of an admin's change of a donation. The target is the donor. */
export async function auditDonation(
  db: Transaction,
  actor: Actor,
  { before, after }: { before: DonationFacts | null; after: DonationFacts | null },
): Promise<void> {
  // The component where it says something: entries of before have none, and nearly all donations are of blood.
  const isOfPlatelets = [before, after].some(donation => donation && donation.component !== 'blood')
  const valuesOf = (donation: DonationFacts | null) =>
    donation && {
      donatedOn: donation.donatedOn,
      ...(isOfPlatelets && { component: donation.component }),
    }
  await recordAction(db, {
    actorId: actor.id,
    action: 'donation-changed',
    targetId: (after ?? before)?.userId ?? null,
    before: valuesOf(before),
    after: valuesOf(after),
  })
}

async function notifyDonor(
  db: Database,
  kind: 'donation-recorded' | 'donation-undone',
  { donation: { id, userId, offerId }, causedBy }: { donation: DonationRow; causedBy: string },
): Promise<void> {
  const key = `donation ${offerId ?? id}`
  for (const recipient of userId === null ? [] : await findEmailsOfUsers(db, [userId]))
    await notifyUnlessTakenBack(db, kind, { mail: { recipient, key, aboutId: offerId }, causedBy })
}
