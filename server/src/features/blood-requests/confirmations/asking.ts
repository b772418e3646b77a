import type { Transaction } from '../../../platform/database/connection.ts'
import { enqueueNotices } from '../../../platform/mail/outbox.ts'
import { markUnconfirmed } from '../store.ts'
import type { BloodRequestRow } from '../tables.ts'
import type { ConfirmationMailKind } from './mails.ts'

/**
 * Marks a blood request as not confirmed, so that nobody else is asked to donate for it, and asks its owner by email
 * whether blood is still needed. The transaction has locked the request.
 */
export async function askOwner(
  db: Transaction,
  { id, userId, userEmail }: BloodRequestRow,
  unconfirmedSince: Date,
): Promise<void> {
  await markUnconfirmed(db, id, unconfirmedSince)
  const mail = { recipient: userEmail, aboutUserId: userId, aboutId: id }
  await enqueueNotices(db, 'still-needed' satisfies ConfirmationMailKind, [mail], { causedBy: null })
}
