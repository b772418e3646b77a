import { HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import { type Database, firstOrNull } from '../../platform/database/connection.ts'
import { createLinkToken, hashLinkToken } from '../../platform/secrets/hashes.ts'
import type { MailLinkPurpose } from './tables.ts'

const LIFETIME_MS: Record<MailLinkPurpose, number> = {
  'verify-email': RETENTION.mailLinkHours * HOUR_MS,
  'reset-password': 30 * MINUTE_MS,
}

/** Creates a link with a new token of 256 bits; earlier links of the user stay valid. */
export async function createMailLink(
  db: Database,
  userId: string,
  { purpose, now }: { purpose: MailLinkPurpose; now: Date },
): Promise<string> {
  const token = createLinkToken()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose])
  await db
    .insertInto('mailLinks')
    .values({ userId, purpose, tokenHash: hashLinkToken(token), expiresAt })
    .execute()
  return token
}

/** A token that a client presents, and the purposes that it is accepted for. */
type PresentedLink = { purposes: MailLinkPurpose[]; token: string; now: Date }

/** Finds the user of a link that has not expired, without consuming the link. */
export const findMailLink = (
  db: Database,
  { purposes, token, now }: PresentedLink,
): Promise<{ userId: string; email: string } | null> =>
  firstOrNull(
    db
      .selectFrom('mailLinks')
      .innerJoin('users', 'users.id', 'mailLinks.userId')
      .select(['userId', 'email'])
      .where('tokenHash', '=', hashLinkToken(token))
      .where('purpose', 'in', purposes)
      .where('expiresAt', '>', now),
  )

/**
 * Consumes a link, together with all other links of its user for these purposes. Of concurrent calls, even with different
 * links of one user, one gets the user's id and the others null: they wait for the lock on the user's row.
 */
export async function consumeMailLink(
  db: Database,
  { purposes, token, now }: PresentedLink,
): Promise<string | null> {
  const { rows } = await sql<{ userId: string; isPresented: boolean }>`
    with owner as (
      select users.id from mail_links join users on users.id = user_id
       where token_hash = ${hashLinkToken(token)} and purpose = any (${purposes}) and expires_at > ${now}
         for no key update of users
    )
    delete from mail_links using owner where user_id = owner.id and purpose = any (${purposes})
    returning user_id, token_hash = ${hashLinkToken(token)} as is_presented`.execute(db)
  return rows.find(({ isPresented }) => isPresented)?.userId ?? null
}

export async function removeExpiredMailLinks(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('mailLinks').where('expiresAt', '<=', now).execute()
}
