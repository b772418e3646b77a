import type { User } from '@blood-bank/contract/users/endpoints'
import type { Database } from '../../platform/database/connection.ts'
import { hashPassword, verifyPassword } from '../../platform/secrets/password-hash.ts'
import { type SessionOrigin, startSession } from './start-session.ts'
import { endSession } from './store.ts'

type SignIn = { db: Database; maxSessions: number }

type Attempt = SessionOrigin & { email: string; password: string }

/** A session that was started, and whose it is. */
export type SignedIn = { token: string; isSuspended: boolean; user: User; devicesKnownSince: Date }

/**
 * Starts a session if the password is correct; otherwise `signedIn` is null. `userId` is null when the address has no
 * account. An unknown address also costs a password hash, so that the response time does not reveal it.
 */
export async function signInWithPassword(
  { db, maxSessions }: SignIn,
  { email, password, ...origin }: Attempt,
): Promise<{ userId: string | null; signedIn: SignedIn | null }> {
  const found = await findAccount(db, email)
  if (!found) {
    await hashPassword(password)
    return { userId: null, signedIn: null }
  }
  const { hash, createdAt, devicesKnownSince, ...user } = found
  const failed = { userId: user.id, signedIn: null }
  if (!(await verifyPassword({ hash, password }))) return failed
  const session = await startSession(db, { userId: user.id, maxSessions, ...origin })
  if (!session) return failed
  if (!(await verifyPasswordUnchanged(db, user.id, devicesKnownSince))) {
    await endSession(db, session.token)
    return failed
  }
  const signedIn = { ...session, devicesKnownSince, user: { ...user, createdAt: createdAt.toISOString() } }
  return { userId: user.id, signedIn }
}

const findAccount = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.userId', 'users.id')
    .select(['users.id', 'email', 'role', 'emailVerified', 'users.createdAt', 'devicesKnownSince'])
    .select('credentials.password as hash')
    .where('email', '=', email)
    .executeTakeFirst()

/**
 * Checks that the password was not replaced during the sign-in. A concurrent change or reset has ended the sessions that
 * existed then; the session just started with the old password must end, too.
 */
async function verifyPasswordUnchanged(db: Database, userId: string, devicesKnownSince: Date) {
  const user = await db
    .selectFrom('users')
    .select('devicesKnownSince')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.devicesKnownSince.getTime() === devicesKnownSince.getTime()
}
