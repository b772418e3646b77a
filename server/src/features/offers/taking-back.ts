import type { Database } from '../../platform/database/connection.ts'
import { type Addressing, cancelMails, enqueueNotices, hashOf } from '../../platform/mail/outbox.ts'
import type { OfferMailKind } from './mails.ts'
import type { OfferRow } from './tables.ts'

/** How long a notice waits that the next press of a button may contradict: a mistake is noticed within seconds. */
const WAIT_MS = 30_000

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
  if (cancelled.size === 0) await enqueueNotices(db, kind, [mail], { causedBy, delayMs: WAIT_MS })
}

/** Tells whoever posted a request in the same way that a donor has offered or withdrawn. */
export const notifyRequester = (
  db: Database,
  kind: 'offer-made' | 'offer-withdrawn',
  { offer, recipient, causedBy }: { offer: OfferRow; recipient: string; causedBy: string },
): Promise<void> => {
  const key = `offer ${hashOf(offer.bloodRequestId ?? '', offer.userId)}`
  return notifyUnlessTakenBack(db, kind, { mail: { recipient, key, aboutId: offer.id }, causedBy })
}
