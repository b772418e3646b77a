import type { OtherSession, Session, SessionTimes } from '@blood-bank/contract/sessions/endpoints'
import type { Caller } from '../access/caller.ts'
import { coordinationForReading, findCoordinators } from '../coordinators/store.ts'
import { hasPasskeyAt } from '../passkeys/store.ts'
import type { SessionContext } from './session-context.ts'
import type { SessionRow } from './store.ts'

/**
 * The session of a caller with what they still have to do. Read only for pages and for the session itself: the lookup of
 * every call stays as fast as it is.
 */
export async function readSessionOf(
  { db, config, now, ...context }: Pick<SessionContext, 'db' | 'config' | 'now' | 'isConsentDue'>,
  {
    user,
    isPasskeyDue,
    isPasswordDue = false,
    coordinatorRight,
  }: Pick<Caller, 'user' | 'isPasskeyDue'> & Partial<Pick<Caller, 'isPasswordDue' | 'coordinatorRight'>>,
): Promise<Session> {
  if (user === null) return { user }
  // A session that is only just started has not been looked up.
  const right =
    coordinatorRight === undefined
      ? (await findCoordinators(db, [user.id], now())).get(user.id)
      : coordinatorRight
  const isConsentDue = await context.isConsentDue(user.id)
  const due = isPasskeyDue && ((await hasPasskeyAt(db, user.id, config.passkeys.rpId)) ? 'use' : 'add')
  return {
    user: due ? { ...user, role: 'user' } : user,
    ...(isConsentDue && { isConsentDue }),
    ...(right && { coordinator: coordinationForReading(right, config.timeZone) }),
    ...(due ? { passkeyDue: due } : isPasswordDue && { isPasswordDue }),
  }
}

/** The times of a session; never its token, which would give access to it. */
const sessionTimes = ({ createdAt, lastUsedAt, expiresAt }: SessionRow): SessionTimes => ({
  startedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  endsAt: expiresAt.toISOString(),
})

/** A session for the list of the owner's other sessions. */
export const otherSessionForOwner = (row: SessionRow): OtherSession => ({
  id: row.id,
  ...sessionTimes(row),
})

/** A session for the account export, with the network address and browser that started it. */
export const sessionForExport = (row: SessionRow) => ({
  ...sessionTimes(row),
  ipAddress: row.ipAddress,
  userAgent: row.userAgent,
})
