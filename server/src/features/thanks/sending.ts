import { findUsers } from '../../identity/users/store.ts'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { enqueueNotices } from '../../platform/mail/outbox.ts'
import { enqueueThankYouPushes } from '../alerts/push/enqueue-pushes.ts'
import { takeDueThankYou } from '../blood-requests/store.ts'
import { setThankYou } from '../offers/donations/store.ts'
import type { ThanksMailKind } from './messages.ts'
import { listThankYouStops } from './store.ts'

/** Limits the time of one run; the next run continues. */
const BATCH_SIZE = 200

/**
 * Sends the thank-yous that are due, each in a transaction of its own: the request is marked, the donations get the
 * sentence, and the emails and notifications become jobs, all or nothing. So a donor gets it once, also if a server is
 * killed or several run this at the same time.
 */
export async function sendDueThankYous(db: Database, now: Date): Promise<void> {
  for (let nth = 0; nth < BATCH_SIZE; nth += 1)
    if (!(await inTransaction(db, db => sendNextThankYou(db, now)))) return
}

/** @returns false when none is due */
async function sendNextThankYou(db: Transaction, now: Date): Promise<boolean> {
  const bloodRequest = await takeDueThankYou(db, now)
  if (!bloodRequest) return false
  const { id, userId: ownerId, thankYou } = bloodRequest
  const owner = (await findUsers(db, [ownerId])).get(ownerId)
  if (!thankYou || !owner || owner.suspendedAt) return true
  // Who has undone or disputed a donation meanwhile has taken the thank-you back.
  const donations = await setThankYou(db, id, thankYou)
  const userIds = donations.map(({ userId }) => userId)
  const donors = await findUsers(db, userIds)
  const stops = await listThankYouStops(db, userIds)
  const thanked = donations.filter(({ userId }) => !stops.has(userId))
  await enqueueNotices(
    db,
    'thank-you' satisfies ThanksMailKind,
    thanked.flatMap(donation => {
      const donor = donors.get(donation.userId)
      return donor ? { recipient: donor.email, aboutUserId: donor.id, aboutId: donation.id } : []
    }),
    { causedBy: ownerId },
  )
  await enqueueThankYouPushes(
    db,
    thanked.map(({ id, userId }) => ({ donationId: id, userId })),
    now,
  )
  return true
}
