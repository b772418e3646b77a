import type { User } from '@blood-bank/contract/users'
import type { Database } from '../../platform/database/connection.ts'
import { hashPassword, verifyPassword } from '../passwords/passwords.ts'
import { startSession } from './start-session.ts'

type SignIn = { db: Database; maxSessions: number }

type Attempt = {
  email: string
  password: string
  address: string
  userAgent: string | undefined
  /** The token of the session that the browser has; it ends when the password is right. */
  replacedToken: string | null
}

type SignedIn = { token: string; isSuspended: boolean; user: User; devicesKnownSince: Date }

/**
 * Begins a session for whoever knows the password; `signedIn` is null when it is wrong or nobody's, `userId` null when
 * there is no such account. Both take the same time: an unknown address costs a hash, too.
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
    await db.deleteFrom('sessions').where('token', '=', session.token).execute()
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
 * Whether the password that was looked at is still the one. A change or a reset that came between has ended the
 * sessions that there were, and must not leave behind the one that was begun with the old password meanwhile.
 */
async function verifyPasswordUnchanged(db: Database, userId: string, devicesKnownSince: Date) {
  const user = await db
    .selectFrom('users')
    .select('devicesKnownSince')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.devicesKnownSince.getTime() === devicesKnownSince.getTime()
}
