import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/connection.ts'

const TOKEN_BYTES = 32

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Creates the token of a link that answers an alert; 256 bits, of which only the hash is stored. */
export async function createAlertLink(db: Database, alertId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db
    .insertInto('alertLinks')
    .values({ tokenHash: hashToken(token), alertId })
    .execute()
  return token
}

/** Finds the alert of a link; null for an unknown token. */
export async function findAlertOfLink(
  db: Database,
  token: string,
): Promise<{ alertId: string; wrongDigits: number } | null> {
  const row = await db
    .selectFrom('alertLinks')
    .select(['alertId', 'wrongDigits'])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst()
  return row ?? null
}
