import type { Database } from '../../platform/database/connection.ts'
import { type Addressing, cancelMails, enqueueNotices, hashOf } from '../../platform/mail/outbox.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import type { OfferMailKind } from './mails.ts'
import type { OfferRow } from './tables.ts'

/** How long a notice waits that the next press of a button may contradict: a mistake is noticed within seconds. */
export const TAKING_BACK_MS = 30_000

type Notice = { mail: Addressing & { key: string }; causedBy: string }

/**
 * Enqueues a notice, unless one with the same key still waits. That one tells the contrary, as a state is left before it is
 * entered again: it is cancelled, and nothing is told of either change.
 */
export async function notifyUnlessTakenBack(
  db: Database,
  kind: OfferMailKind,
  { mail, causedBy }: Notice,
): Promise<void> {
  const cancelled = await cancelMails(db, [mail.key])
  if (cancelled.size === 0) await enqueueNotices(db, kind, [mail], { causedBy, delayMs: TAKING_BACK_MS })
}

type OfferNotice = {
  offer: Pick<OfferRow, 'id' | 'userId'>
  bloodRequest: Pick<BloodRequestRow, 'id' | 'userEmail'>
  causedBy: string
}

/** Tells whoever posted a request in the same way that a donor has offered or withdrawn. */
export const notifyRequester = (
  db: Database,
  kind: 'offer-made' | 'offer-withdrawn',
  { offer, bloodRequest, causedBy }: OfferNotice,
): Promise<void> => {
  const key = `offer ${hashOf(bloodRequest.id, offer.userId)}`
  const mail = { recipient: bloodRequest.userEmail, key, aboutId: offer.id }
  return notifyUnlessTakenBack(db, kind, { mail, causedBy })
}
