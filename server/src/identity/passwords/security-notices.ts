import { MINUTE_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/connection.ts'
import { enqueueMails, enqueueStrangersMail, hashOf } from '../../platform/mail/outbox.ts'
import type { AccountMailKind } from './mails.ts'

/** The shortest time between two emails to one person that tell the same change of how they sign in. */
const PAUSE_MS = 5 * MINUTE_MS

type SecurityNotice = Extract<AccountMailKind, 'password-changed' | 'passkey-added' | 'passkey-removed'>

/**
 * Tells somebody that their password was changed, or a passkey added or removed: at once, or when the pause after the last
 * such email is over. Of several changes in a pause, one email tells. Part of the transaction of the change.
 */
export async function notifyOfSecurity(
  db: Transaction,
  kind: SecurityNotice,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<void> {
  const person = hashOf(userId)
  const at = now.getTime()
  // `expire` is the end of the pause after the last email. Further ahead than one pause, an email is waiting.
  const { rows } = await sql<{ sentAt: string }>`
    insert into attempt_limits as stored (key, points, expire)
    values (${`${person}:${kind}`}, 1, ${at}::bigint + ${PAUSE_MS}::bigint)
    on conflict (key) do update set
      expire = case when stored.expire <= ${at}::bigint then excluded.expire
                    when stored.expire <= excluded.expire then stored.expire + ${PAUSE_MS}::bigint
                    else stored.expire end
    returning expire - ${PAUSE_MS}::bigint as sent_at`.execute(db)
  const delayMs = Number(rows[0]?.sentAt) - at
  // Without a key, the next change does not delay an email that is due.
  const key = delayMs > 0 ? { key: `${kind} ${person}` } : {}
  const mail = { recipient: email, ...key }
  const account = await db
    .selectFrom('users')
    .select(['emailVerified', 'registeredNetwork'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.emailVerified) return enqueueMails(db, kind, [mail], { delayMs })
  // The address may be somebody else's, and whoever invents accounts can change their passwords in a loop.
  const networks = [account?.registeredNetwork ?? 'unknown']
  await enqueueStrangersMail(db, kind, mail, { networks, isFirstOfMinute: false, delayMs })
}
