import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../database/connection.ts'
import type { MailLinkPurpose } from '../../database/schema.ts'

const MINUTE_MS = 60_000

const LIFETIME_MS: Record<MailLinkPurpose, number> = {
  'verify-email': 24 * 60 * MINUTE_MS,
  'reset-password': 30 * MINUTE_MS,
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A fresh token of 256 bits; the link that the person had for the same purpose ends. */
export async function makeMailLink(
  db: Database,
  userId: string,
  { purpose, now }: { purpose: MailLinkPurpose; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const link = { tokenHash: hashOf(token), expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]) }
  await db
    .insertInto('mailLinks')
    .values({ userId, purpose, ...link })
    .onConflict(conflict => conflict.columns(['userId', 'purpose']).doUpdateSet(link))
    .execute()
  return token
}

type Presented = { purpose: MailLinkPurpose; token: string; now: Date }

/** Whose link this is, if it lives; it stays usable. */
export async function findMailLink(db: Database, { purpose, token, now }: Presented): Promise<string | null> {
  const link = await db
    .selectFrom('mailLinks')
    .select('userId')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return link?.userId ?? null
}

/** Uses a link up: of many at once one gets the user's id, the others null. */
export async function useMailLink(db: Database, { purpose, token, now }: Presented): Promise<string | null> {
  const link = await db
    .deleteFrom('mailLinks')
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()
  return link?.userId ?? null
}
