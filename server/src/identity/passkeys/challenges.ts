import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { createKeyedHash, isSameSecret } from '../../platform/secrets/hashes.ts'

/** How long a person may take, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS

const NONCE_BYTES = 18

/** What a challenge is for. All but signing in belong to the session in which it was created. */
export type ChallengeUse = { purpose: 'sign-in' } | { purpose: 'add' | 'confirm'; sessionToken: string }

type Options = { secret: string; now: () => Date }

/**
 * Challenges for passkeys. A challenge says itself until when it is valid, and is signed for its purpose and session, so
 * that creating one writes nothing (docs/decisions/0039).
 */
export function createPasskeyChallenges({ secret, now }: Options) {
  const hash = createKeyedHash(secret, 'passkey challenges')
  const signatureOf = (nonce: string, expiry: string, use: ChallengeUse) =>
    hash(JSON.stringify([nonce, expiry, use.purpose, 'sessionToken' in use ? use.sessionToken : null]))

  const read = (challenge: string) => {
    const text = Buffer.from(challenge, 'base64url').toString('latin1')
    const [nonce = '', expiry = '', signature = ''] = text.split('.', 3)
    return { nonce, expiry, signature, expiresAt: new Date(Number.parseInt(expiry, 36)) }
  }

  return {
    /** @returns base64url, as browsers receive and sign it */
    create(use: ChallengeUse): string {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      const expiry = (now().getTime() + CHALLENGE_LIFETIME_MS).toString(36)
      return Buffer.from(`${nonce}.${expiry}.${signatureOf(nonce, expiry, use)}`).toString('base64url')
    },

    /** Whether a challenge was created here for this use and has not expired. */
    isValid(challenge: string, use: ChallengeUse): boolean {
      const { nonce, expiry, signature, expiresAt } = read(challenge)
      return isSameSecret(signature, signatureOf(nonce, expiry, use)) && expiresAt > now()
    },

    /**
     * Uses up a valid challenge. Part of the transaction of what it is for: of concurrent uses one succeeds.
     * @returns false when it was used before
     */
    async consume(db: Transaction, challenge: string): Promise<boolean> {
      const { nonce, expiresAt } = read(challenge)
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('usedPasskeyChallenges')
        .values({ challengeHash: createHash('sha256').update(nonce).digest(), expiresAt })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>

export async function removeExpiredChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('usedPasskeyChallenges').where('expiresAt', '<=', now).execute()
}
