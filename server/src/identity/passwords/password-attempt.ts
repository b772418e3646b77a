import { signInPausedMessage } from '@blood-bank/contract/sessions'
import type { Database } from '../../platform/database/connection.ts'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import { refuse } from '../../platform/refuse.ts'
import type { RecordSecurityEvent } from '../audit/security-events.ts'
import type { AttemptLimits, Counter } from './attempt-limits.ts'

/**
 * Where a password is typed: in a browser that is known to the account (the nonce of its device cookie), in a session of
 * the account (its token), or by a stranger at a network address.
 */
export type AttemptOrigin = { device: string } | { session: string } | { address: string }

/** Whose password is tried, and from where. */
type Attempt = { email: string; origin: AttemptOrigin }

/** @returns what `isRight` gives: something when the password is right, null when it is wrong */
export type AttemptPassword = <T>(attempt: Attempt, isRight: () => Promise<T | null>) => Promise<T | null>

type Dependencies = { db: Database; limits: AttemptLimits; recordSecurityEvent: RecordSecurityEvent }

/**
 * Makes the one way in which a password is tried, wherever it is asked for. An attempt counts before the password is
 * looked at, so that many at once do not get around the limits. Strangers are counted for their address prefix and all
 * together; a browser or a session of the account has an allowance of its own, so that strangers cannot use it up. A right
 * password forgets what its own origin has counted, and gives its own attempt back to the strangers.
 * @throws Refusal too-many-attempts
 */
export const createAttemptPassword =
  ({ db, limits, recordSecurityEvent }: Dependencies): AttemptPassword =>
  async ({ email, origin }, isRight) => {
    const own = originCounters(email, origin)
    const shared: Counter[] = isStranger(origin) ? [{ limit: 'strangersSignInsPerHour', subject: email }] : []
    const { isAllowed, at, retryAfterSeconds, firstRefusals } = await limits.tryTake(db, [...own, ...shared])
    if (!isAllowed) {
      if (firstRefusals.length > 0)
        recordSecurityEvent('sign-in-paused', {
          userId: await findUserId(db, email),
          limit: firstRefusals.join(),
          isKnownBrowser: !isStranger(origin),
        })
      throw refuse('too-many-attempts', {
        message: signInPausedMessage(retryAfterSeconds),
        retryAfterSeconds,
      })
    }
    const right = await isRight()
    if (right !== null) await limits.reset(own, { back: shared, at })
    return right
  }

const isStranger = (origin: AttemptOrigin): origin is { address: string } => 'address' in origin

/** What counts the attempts at an account from one origin. */
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
