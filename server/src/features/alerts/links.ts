import type { UserRow } from '../../identity/users/store.ts'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import { createLinkToken, createShortLinkToken, hashLinkToken } from '../../platform/secrets/hashes.ts'
import type { AlertRow } from './tables.ts'

/**
 * Creates the token of a link that answers an alert, of which only the hash is stored.
 * @param isShort for a text message
 */
export async function createAlertLink(
  db: Database,
  alertId: string,
  { isShort = false } = {},
): Promise<string> {
  const token = isShort ? createShortLinkToken() : createLinkToken()
  await db
    .insertInto('alertLinks')
    .values({ tokenHash: hashLinkToken(token), alertId })
    .execute()
  return token
}

/** An alert with the account of its donor, and what the profile says if there is one. */
export type AlertOfLink = Pick<AlertRow, 'id' | 'userId' | 'bloodRequestId' | 'answer'> &
  Pick<UserRow, 'email' | 'emailVerified'> & {
    fullName: string | null
    allowContactVisibility: boolean | null
  }

/** The alert of a link. `forKeyShare('users')` locks its donor against erasure and suspension, as `lockReferencedUser` does. */
export const alertOfLink = (db: Database, token: string) =>
  db
    .selectFrom('alerts')
    .innerJoin('alertLinks', 'alertLinks.alertId', 'alerts.id')
    .innerJoin('users', 'users.id', 'alerts.userId')
    .leftJoin('donors', 'donors.userId', 'alerts.userId')
    .select(['alerts.id', 'alerts.userId', 'bloodRequestId', 'answer'])
    .select(['users.email', 'emailVerified', 'fullName', 'allowContactVisibility'])
    .where('tokenHash', '=', hashLinkToken(token))

/** Finds the alert of a link; null for an unknown token. */
export const findAlertOfLink = (db: Database, token: string): Promise<AlertOfLink | null> =>
  firstOrNull(alertOfLink(db, token))

/** Counts the wrong digits and University IDs that were entered with any link of an alert. */
export async function countWrongProofs(db: Database, alertId: string): Promise<number> {
  const { count } = await db
    .selectFrom('alertLinks')
    .select(({ fn }) => fn.sum<string | null>('wrongDigits').as('count'))
    .where('alertId', '=', alertId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts what was wrong and entered with a link. The transaction has locked its alert. */
export async function addWrongProof(db: Transaction, token: string): Promise<void> {
  await db
    .updateTable('alertLinks')
    .set(({ eb }) => ({ wrongDigits: eb('wrongDigits', '+', 1) }))
    .where('tokenHash', '=', hashLinkToken(token))
    .execute()
}
