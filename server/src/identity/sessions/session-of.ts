import { isCurrentConsent } from '@blood-bank/contract/own-account/consent'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import type { Context } from '../access/context.ts'
import type { Caller } from '../access/serve.ts'
import { findConsentVersion } from '../own-account/consents.ts'
import { hasPasskeyAt } from '../passkeys/store.ts'

/**
 * The session of a caller with what they still have to do. Read only for pages and for the session itself: the lookup of
 * every call stays as fast as it is.
 */
export async function readSessionOf(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { user, isPasskeyDue }: Pick<Caller, 'user' | 'isPasskeyDue'>,
): Promise<Session> {
  if (user === null) return { user }
  const isConsentDue = !isCurrentConsent(await findConsentVersion(db, user.id))
  const due = isPasskeyDue && ((await hasPasskeyAt(db, user.id, config.passkeys.rpId)) ? 'use' : 'add')
  return {
    user: due ? { ...user, role: 'user' } : user,
    ...(isConsentDue && { isConsentDue }),
    ...(due && { passkeyDue: due }),
  }
}
