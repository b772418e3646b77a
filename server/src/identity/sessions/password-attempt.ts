import { signInPausedMessage } from '@blood-bank/contract/sessions/endpoints'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import { type AttemptLimits, type Counter, networkCounters } from '../access/attempt-limits.ts'
import type { RecordSecurityEvent } from '../access/security-events.ts'

/**
 * Where a password is entered: in a browser known to the account (the nonce of its device cookie), in a session of the
 * account (its token), or by a stranger at a network address.
 */
type AttemptOrigin = { device: string } | { session: string } | { address: string }

/** The account whose password is entered, and the origin of the attempt. */
type Attempt = { email: string; origin: AttemptOrigin }

/** @returns the result of `verify`: null when the password is wrong */
export type AttemptPassword = <T>(attempt: Attempt, verify: () => Promise<T | null>) => Promise<T | null>

type Dependencies = { db: Database; attemptLimits: AttemptLimits; recordSecurityEvent: RecordSecurityEvent }

/**
 * Creates the function that every check of a password goes through. An attempt is counted before the password is
 * verified, so that concurrent attempts cannot exceed the limits. Strangers are counted by address prefix and all
 * together; a known browser or a session of the account has its own allowance, which strangers cannot use up. A correct
 * password deletes the counters of its origin and decrements the counter of all strangers. After wrong passwords at many
 * different accounts, known or unknown, all strangers in that network wait.
 * @throws Refusal too-many-attempts
 */
export const createAttemptPassword =
  ({ db, attemptLimits, recordSecurityEvent }: Dependencies): AttemptPassword =>
  async ({ email, origin }, verify) => {
    const ofNetworks = isStranger(origin)
      ? networkCounters('accountsWithFailedSignIns', origin.address)
      : null
    const pause = ofNetworks && (await attemptLimits.findPause(ofNetworks))
    if (pause !== null) throw paused(pause)
    const own = originCounters(email, origin)
    const shared: Counter[] = isStranger(origin) ? [{ limit: 'strangersSignInsPerHour', subject: email }] : []
    const { isAllowed, at, retryAfterSeconds, firstRefusals } = await attemptLimits.tryTake(db, [
      ...own,
      ...shared,
    ])
    if (!isAllowed) {
      if (firstRefusals.length > 0)
        recordSecurityEvent('sign-in-paused', {
          userId: await findUserId(db, email),
          limit: firstRefusals.join(),
          isKnownBrowser: !isStranger(origin),
        })
      throw paused(retryAfterSeconds)
    }
    const verified = await verify()
    if (verified !== null) await attemptLimits.reset(own, { decrement: shared, at })
    // After the fact: people who sign in at the same moment must not use up what is left for each other.
    else if (isStranger(origin))
      await attemptLimits.tryTake(db, [
        { limit: 'failedSignInsAtAccount', subject: email, scope: addressPrefix(origin.address) },
        ...networkCounters('accountsWithFailedSignIns', origin.address),
      ])
    return verified
  }

const paused = (retryAfterSeconds: number) =>
  refuse('too-many-attempts', { message: signInPausedMessage(retryAfterSeconds), retryAfterSeconds })

const isStranger = (origin: AttemptOrigin): origin is { address: string } => 'address' in origin

/** The counters of attempts at an account from one origin. */
export function originCounters(email: string, origin: AttemptOrigin): Counter[] {
  const scope = isStranger(origin)
    ? `address ${addressPrefix(origin.address)}`
    : Object.entries(origin).join()
  return [
    { limit: 'signInFailuresPerHour', subject: email, scope },
    { limit: 'signInsPerMinute', subject: email, scope },
  ]
}

async function findUserId(db: Database, email: string) {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user?.id ?? null
}
