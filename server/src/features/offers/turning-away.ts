import { addDays } from '@blood-bank/contract/donors/eligibility'
import { HOUR_MS, UNDO_DONATION_HOURS } from '@blood-bank/contract/durations'
import { TURNED_AWAY_REST_DAYS } from '@blood-bank/contract/offers/turned-away'
import type { Actor } from '@blood-bank/contract/users/actors'
import { findEmailsOfUsers } from '../../identity/users/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import { findBloodRequests } from '../blood-requests/queries.ts'
import { replan } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { endRest, extendRest, lockDonorOfUser } from '../donors/store.ts'
import { endReveals } from './contact-ledger/store.ts'
import { findOffer } from './queries.ts'
import { reopenOffer } from './recording.ts'
import { clearResult, lockOffer, settleOffers } from './store.ts'
import type { OfferResult, OfferRow } from './tables.ts'
import { notifyRequester, notifyUnlessTakenBack } from './taking-back.ts'

/** Who says what became of a donor: the owner of the request, or an admin. */
export const saidBy = (actor: Actor, bloodRequest: BloodRequestRow) =>
  ({ by: bloodRequest.userId === actor.id ? 'requester' : 'admin', causedBy: actor.id }) as const

type TurningAway = { by: OfferResult['resultBy']; causedBy: string; now: Date; today: string }

/**
 * Settles the standing offer of a donor who came, and whom the hospital could not take: the contact disappears, the donor is
 * thanked, and is asked for nothing for two weeks unless they have chosen to rest longer. It counts neither as given nor as
 * withdrawn, and not against trust.
 * @throws Refusal offer-not-found, offer-settled
 */
export async function turnAway(
  db: Transaction,
  { id, bloodRequestId }: Pick<OfferRow, 'id' | 'bloodRequestId'>,
  { by, causedBy, now, today }: TurningAway,
): Promise<OfferRow> {
  const found = await findOffer(db, id)
  if (!found || found.bloodRequestId !== bloodRequestId) throw refuse('offer-not-found')
  await lockDonorOfUser(db, found.userId, 'for update')
  const [offer] = await settleOffers(db, { id }, { status: 'released', now, turnedAwayBy: by })
  if (!offer) throw refuse('offer-settled')
  await endReveals(db, [offer.revealId])
  await restAndThank(db, offer, { causedBy, today })
  return offer
}

/** Thanks a donor who was turned away, and lets them rest until they choose another day. */
export async function restAndThank(
  db: Transaction,
  offer: OfferRow,
  { causedBy, today }: Pick<TurningAway, 'causedBy' | 'today'>,
): Promise<void> {
  await extendRest(db, offer.userId, addDays(today, TURNED_AWAY_REST_DAYS))
  await notifyDonor(db, 'offer-turned-away', { offer, causedBy })
}

/** The key of the emails about this: one that waits is contradicted by the next. */
export const turnedAwayKey = (offerId: string) => `turned away ${offerId}`

/** Until when whoever posted the request can undo that a donor was turned away; null if they cannot. */
export const turnedAwayUndoableUntil = ({ resultBy, resultUndone, settledAt }: OfferRow): Date | null =>
  resultBy === 'requester' && !resultUndone && settledAt
    ? new Date(settledAt.getTime() + UNDO_DONATION_HOURS * HOUR_MS)
    : null

/**
 * Undoes that a donor was turned away, which was said by mistake. The offer stands again while the request is active and the
 * donor may still give for it, in place of another one of theirs; otherwise it stays released. The transaction has locked the
 * request.
 * @throws Refusal offer-not-found, offer-settled
 */
export async function undoTurningAway(
  db: Transaction,
  id: string,
  {
    bloodRequest,
    now,
    timeZone,
    causedBy,
  }: { bloodRequest: BloodRequestRow; now: Date; timeZone: string; causedBy: string },
): Promise<OfferRow> {
  const found = await findOffer(db, id)
  if (!found) throw refuse('offer-not-found')
  const donor = await lockDonorOfUser(db, found.userId, 'for update')
  const turnedAway = await lockOffer(db, id)
  const until = turnedAway && turnedAwayUndoableUntil(turnedAway)
  if (!until || now > until) throw refuse('offer-settled')
  await clearResult(db, id)
  let hasReplaced = false
  await reopenOffer(db, id, {
    bloodRequest,
    donor,
    now,
    replaceOther: async other => {
      hasReplaced = true
      await releaseForAnother(db, other, { now, causedBy })
    },
  })
  // What the donor has chosen since stays.
  const saidOn = calendarDate(turnedAway.settledAt ?? now, timeZone)
  await endRest(db, found.userId, addDays(saidOn, TURNED_AWAY_REST_DAYS))
  const offer = (await findOffer(db, id)) ?? turnedAway
  await notifyDonor(db, hasReplaced ? 'other-offer-ended' : 'turned-away-undone', { offer, causedBy })
  return offer
}

/**
 * Releases the offer of a donor for whom an earlier one stands again. At the hospital they are one person: who was said to have
 * been turned away by mistake is there, and gives. Whoever posted the other request is told, because they did not release it.
 */
async function releaseForAnother(
  db: Transaction,
  { id, bloodRequestId }: OfferRow,
  { now, causedBy }: { now: Date; causedBy: string },
): Promise<void> {
  const offers = await settleOffers(db, { id }, { status: 'released', now })
  const bloodRequests = await findBloodRequests(db, [bloodRequestId])
  for (const offer of offers) {
    await endReveals(db, [offer.revealId])
    for (const bloodRequest of bloodRequests.values()) {
      await notifyRequester(db, 'offer-withdrawn', { offer, bloodRequest, causedBy })
      await replan(db, [bloodRequest.id])
    }
  }
}

async function notifyDonor(
  db: Transaction,
  kind: 'offer-turned-away' | 'turned-away-undone' | 'other-offer-ended',
  { offer: { id, userId }, causedBy }: { offer: OfferRow; causedBy: string },
): Promise<void> {
  for (const recipient of await findEmailsOfUsers(db, [userId])) {
    const mail = { recipient, key: turnedAwayKey(id), aboutId: id }
    // It tells more than the contrary of an email that still waits, and replaces it.
    if (kind === 'other-offer-ended') await enqueueNotices(db, kind, [mail], { causedBy })
    else await notifyUnlessTakenBack(db, kind, { mail, causedBy })
  }
}
