import { createKeyedHash } from '../../platform/secrets/hashes.ts'
import { createIdTokens } from '../../platform/secrets/id-tokens.ts'

/** What the link in an email stops. */
const SUBJECTS = ['alerts', 'thank-yous'] as const
export type UnsubscribeSubject = (typeof SUBJECTS)[number]

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/**
 * Creates and reads the tokens of the links that stop alerts or thank-yous. One of a user is valid as long as the email is kept, also
 * after the blood request is gone. It can do nothing else.
 */
export function createUnsubscribeTokens(authSecret: string) {
  const tokens = {
    alerts: createIdTokens(createKeyedHash(authSecret, 'unsubscribing')),
    'thank-yous': createIdTokens(createKeyedHash(authSecret, 'unsubscribing from thank-yous')),
  }
  return {
    tokenOf: (userId: string, subject: UnsubscribeSubject = 'alerts') => tokens[subject].tokenOf(userId),

    /** @returns the user's id and what to stop; null for a token that this site has not created */
    read(token: string): { userId: string; subject: UnsubscribeSubject } | null {
      for (const subject of SUBJECTS) {
        const userId = tokens[subject].read(token)
        if (userId) return { userId, subject }
      }
      return null
    },
  }
}
