import type { UsedPasskey } from '@blood-bank/contract/passkeys/endpoints'
import type { Config } from '../../config.ts'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import type { AttemptLimits, Counter } from '../access/attempt-limits.ts'
import type { RecordSecurityEvent } from '../access/security-events.ts'
import type { PasskeyChallenges } from './challenges.ts'
import { findPasskey, lockOwner, type PasskeyOwner, recordPasskeyUse } from './store.ts'
import { verifyUsedPasskey } from './verify.ts'

/** Where a passkey is used, and whose it must be; anybody's when signing in. */
type PasskeyAttempt =
  | { use: { purpose: 'sign-in' }; address: string }
  | { use: { purpose: 'confirm'; sessionToken: string }; userId: string }

type Then<T> = (db: Transaction, used: { passkeyId: string; user: PasskeyOwner }) => Promise<T>

type Dependencies = {
  db: Database
  config: Pick<Config, 'passkeys'>
  attemptLimits: AttemptLimits
  challenges: PasskeyChallenges
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
}

/**
 * Creates the function that every use of a passkey goes through: it verifies the passkey, uses up the challenge and
 * records the use, and in the same transaction does what the passkey is used for. The user is locked, so that neither a
 * removal nor a password reset overlaps. Attempts are counted apart from those of passwords: whoever guesses passwords
 * cannot keep the owner of a passkey out.
 * @throws Refusal passkey-not-accepted, which does not say why; too-many-attempts
 */
export const createAttemptPasskey = ({
  db,
  config,
  attemptLimits,
  challenges,
  recordSecurityEvent,
  now,
}: Dependencies) => {
  const verify = async (used: UsedPasskey, attempt: PasskeyAttempt) => {
    const passkey = await findPasskey(db, Buffer.from(used.credentialId, 'base64url'))
    const isOwn = 'address' in attempt || attempt.userId === passkey?.userId
    if (!passkey || !isOwn) return null
    const counters = countersOf(passkey.userId, attempt)
    const { isAllowed, retryAfterSeconds } = await attemptLimits.tryTake(db, counters)
    if (!isAllowed) throw refuse('too-many-attempts', { retryAfterSeconds })
    const expected = { site: config.passkeys, challenges, use: attempt.use }
    const verified = await verifyUsedPasskey(used, passkey, expected)
    if (!verified) return { userId: passkey.userId, verified: null }
    await attemptLimits.reset(counters)
    return { userId: passkey.userId, verified: { passkeyId: passkey.id, ...verified } }
  }

  return async <T>(used: UsedPasskey, attempt: PasskeyAttempt, then: Then<T>): Promise<T> => {
    const found = await verify(used, attempt)
    const { verified } = found ?? {}
    const result =
      found &&
      verified &&
      (await inTransaction(db, async db => {
        const user = await lockOwner(db, found.userId)
        const { passkeyId: id, counter, challenge } = verified
        if (!user || !(await challenges.consume(db, challenge))) return null
        if (!(await recordPasskeyUse(db, { id, counter, at: now() }))) return null
        return { done: await then(db, { passkeyId: id, user }) }
      }))
    if (result) return result.done
    recordSecurityEvent('passkey-refused', { userId: found?.userId ?? null })
    throw refuse('passkey-not-accepted')
  }
}

export type AttemptPasskey = ReturnType<typeof createAttemptPasskey>

/** As for passwords, by address or session. Erasing the account deletes them. */
const countersOf = (userId: string, attempt: PasskeyAttempt): Counter[] => {
  const place =
    'address' in attempt ? `address ${addressPrefix(attempt.address)}` : `session ${attempt.use.sessionToken}`
  const scope = `passkey ${place}`
  return [
    { limit: 'signInFailuresPerHour', subject: userId, scope },
    { limit: 'signInsPerMinute', subject: userId, scope },
  ]
}
