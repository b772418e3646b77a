import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { MailLinkPurpose } from '../tables.ts'

const MINUTE_MS = 60_000

const LIFETIME_MS: Record<MailLinkPurpose, number> = {
  'verify-email': 24 * 60 * MINUTE_MS,
  'reset-password': 30 * MINUTE_MS,
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** A fresh token of 256 bits; the links that the person has already stay valid. */
export async function createMailLink(
  db: Database,
  userId: string,
  { purpose, now }: { purpose: MailLinkPurpose; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose])
  await db
    .insertInto('mailLinks')
    .values({ userId, purpose, tokenHash: hashToken(token), expiresAt })
    .execute()
  return token
}

/** A token as it was presented, and for which purposes it may have been sent. */
type PresentedLink = { purposes: MailLinkPurpose[]; token: string; now: Date }

/** Whose link this is, if it lives; it stays usable. */
export async function findMailLink(
  db: Database,
  { purposes, token, now }: PresentedLink,
): Promise<{ userId: string; email: string } | null> {
  const link = await db
    .selectFrom('mailLinks')
    .innerJoin('users', 'users.id', 'mailLinks.userId')
    .select(['userId', 'email'])
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return link ?? null
}

/**
 * Uses a link up, and all others that its person has for these purposes. Of several at once, also of different links of
 * one person, one gets the user's id and the others null: the user's row makes them take turns.
 */
export async function consumeMailLink(
  db: Database,
  { purposes, token, now }: PresentedLink,
): Promise<string | null> {
  const { rows } = await sql<{ userId: string; isPresented: boolean }>`
    with owner as (
      select users.id from mail_links join users on users.id = user_id
       where token_hash = ${hashToken(token)} and purpose = any (${purposes}) and expires_at > ${now}
         for no key update of users
    )
    delete from mail_links using owner where user_id = owner.id and purpose = any (${purposes})
    returning user_id, token_hash = ${hashToken(token)} as is_presented`.execute(db)
  return rows.find(({ isPresented }) => isPresented)?.userId ?? null
}
