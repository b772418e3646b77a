import { Role, type User } from '@blood-bank/contract/users'
import * as z from 'zod'
import type { Database } from '../database/connection.ts'
import type { Auth } from './library.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { startSession } from './start-session.ts'

type SignIn = { auth: Auth; db: Database; maxSessions: number }

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
 * there is no such account. Both take the same time: an unknown address costs a hash, too. On the library's users,
 * without its endpoint: what that does around these few lines costs a processor as much as everything else beside the
 * hash (docs/decisions/0003).
 */
export async function signInWithPassword(
  { auth, db, maxSessions }: SignIn,
  { email, password, ...origin }: Attempt,
): Promise<{ userId: string | null; signedIn: SignedIn | null }> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
  const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
  if (!found || !hash) {
    await hashPassword(password)
    return { userId: null, signedIn: null }
  }
  const failed = { userId: found.user.id, signedIn: null }
  if (!(await isPasswordOf({ hash, password }))) return failed
  const session = await startSession(db, { userId: found.user.id, maxSessions, ...origin })
  if (!session) return failed
  // Fields of ours, of which the library's types know nothing here.
  const { id, role, emailVerified, createdAt, ...rest }: typeof found.user & OurFields = found.user
  const devicesKnownSince = z.date().parse(rest.devicesKnownSince)
  if (!(await isPasswordUnchanged(db, id, devicesKnownSince))) {
    await db.deleteFrom('sessions').where('token', '=', session.token).execute()
    return failed
  }
  return {
    userId: id,
    signedIn: {
      ...session,
      devicesKnownSince,
      user: {
        id,
        email: found.user.email,
        role: Role.parse(role),
        emailVerified,
        createdAt: createdAt.toISOString(),
      },
    },
  }
}

type OurFields = { role?: unknown; devicesKnownSince?: unknown }

/**
 * Whether the password that was looked at is still the one. A change or a reset that came between has ended the
 * sessions that there were, and must not leave behind the one that was begun with the old password meanwhile.
 */
async function isPasswordUnchanged(db: Database, userId: string, devicesKnownSince: Date) {
  const user = await db
    .selectFrom('users')
    .select('devicesKnownSince')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.devicesKnownSince.getTime() === devicesKnownSince.getTime()
}
