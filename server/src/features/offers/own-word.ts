import { donatedFor } from '@blood-bank/contract/donors/components'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { CONTACT_AFTER_DONATION_HOURS } from '@blood-bank/contract/offers/endpoints'
import { mayChangeMind, TURNED_AWAY_REST_DAYS } from '@blood-bank/contract/offers/turned-away'
import { lockReferencedUser } from '../../identity/users/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { cancelMails } from '../../platform/mail/outbox.ts'
import { lockBloodRequest, replan } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { endRest, lockDonorOfUser } from '../donors/store.ts'
import { endReveals } from './contact-ledger/store.ts'
import { findDonationOfOffer } from './donations/queries.ts'
import { insertDonation, lockDonation, undoStoredDonation } from './donations/store.ts'
import { findOffer, isTurnedAway } from './queries.ts'
import { requireDonationDay, updateRecordedDate } from './recording.ts'
import { lockOffer, settleOffers, settleOtherwise } from './store.ts'
import type { OfferRow } from './tables.ts'
import { isTrustedOffer } from './trust.ts'
import { restAndThank, turnAway, turnedAwayKey } from './turning-away.ts'

type OwnWord = { offerId: string; userId: string; now: Date; today: string; timeZone: string }

/** What a donor says of their own offer. @throws Refusal offer-not-found */
async function lockOwn(db: Transaction, { offerId, userId }: OwnWord) {
  await lockReferencedUser(db, userId)
  const found = await findOffer(db, offerId)
  // Whoever did not make an offer must not learn that it exists.
  if (found?.userId !== userId) throw refuse('offer-not-found')
  const bloodRequest = found.bloodRequestId
    ? await lockBloodRequest(db, found.bloodRequestId, 'for share')
    : null
  await lockDonorOfUser(db, userId, 'for update')
  const given = await findDonationOfOffer(db, offerId)
  const donation = given && (await lockDonation(db, given.id))
  return { found, bloodRequest, donation }
}

/**
 * A donor says that they gave: for their standing offer, or within a week for one with which the hospital could not take them.
 * Their own date moves at once. It counts for the request if the offer is trusted, and otherwise only when the requester or an
 * admin says so: one invented donor must not silence a request.
 * @throws Refusal offer-not-found, offer-settled, donation-before-offer, donation-already-recorded, or invalid-input
 */
export async function sayGave(
  db: Transaction,
  { donatedOn, ...said }: OwnWord & { donatedOn: string },
): Promise<OfferRow> {
  const { offerId, userId, now } = said
  const { found, bloodRequest } = await lockOwn(db, said)
  requireDonationDay(donatedOn, found, said)
  const before = await lockOffer(db, offerId)
  if (!before) throw refuse('offer-not-found')
  const offer = await settleAsGiven(db, before, now)
  const counts = bloodRequest !== null && (await isTrustedOffer(db, offerId, now))
  const donation = await insertDonation(db, {
    userId,
    bloodRequestId: counts ? bloodRequest.id : null,
    offerId,
    component: donatedFor(offer.component),
    donatedOn,
    recordedBy: 'donor',
  })
  if (!donation) throw refuse('donation-already-recorded')
  await updateRecordedDate(db, userId)
  if (isTurnedAway(before)) {
    await cancelMails(db, [turnedAwayKey(offerId)])
    const saidOn = calendarDate(before.settledAt ?? now, said.timeZone)
    await endRest(db, userId, addDays(saidOn, TURNED_AWAY_REST_DAYS))
  }
  return replanned(db, offer, bloodRequest)
}

async function settleAsGiven(db: Transaction, before: OfferRow, now: Date): Promise<OfferRow> {
  if (isTurnedAway(before) && mayChangeMind(before.settledAt, now))
    return settleOtherwise(db, before.id, {
      status: 'donated',
      result: null,
      resultBy: null,
      resultContradicted: before.resultBy === 'requester',
    })
  const contactUntil = new Date(now.getTime() + CONTACT_AFTER_DONATION_HOURS * HOUR_MS)
  const [offer] = await settleOffers(db, { id: before.id }, { status: 'donated', now, contactUntil })
  if (!offer) throw refuse('offer-settled')
  return offer
}

/**
 * A donor says that they came and the hospital could not take them: of their standing offer, or within a week of one for which
 * they said that they gave.
 * @throws Refusal offer-not-found, offer-settled
 */
export async function sayTurnedAway(db: Transaction, said: OwnWord): Promise<OfferRow> {
  const { offerId, userId, now, today } = said
  const { found, bloodRequest, donation } = await lockOwn(db, said)
  const how = { by: 'donor', causedBy: userId, now, today } as const
  if (!donation) return replanned(db, await turnAway(db, found, how), bloodRequest)
  if (donation.recordedBy !== 'donor' || !mayChangeMind(found.settledAt, now)) throw refuse('offer-settled')
  await undoStoredDonation(db, donation)
  await updateRecordedDate(db, userId)
  const offer = await settleOtherwise(db, offerId, {
    status: 'released',
    result: 'turned-away',
    resultBy: 'donor',
    resultContradicted: false,
  })
  await endReveals(db, [offer.revealId])
  await restAndThank(db, offer, how)
  return replanned(db, offer, bloodRequest)
}

async function replanned(
  db: Transaction,
  offer: OfferRow,
  bloodRequest: BloodRequestRow | null,
): Promise<OfferRow> {
  if (bloodRequest) await replan(db, [bloodRequest.id])
  return offer
}
