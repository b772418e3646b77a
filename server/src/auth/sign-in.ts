import { Role, type User } from '@blood-bank/contract/users'
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

/**
 * Begins a session for whoever knows the password; null when it is wrong or nobody's. Both take the same time: an
 * unknown address costs a hash, too. On the library's users, without its endpoint: what that does around these few lines
 * costs a processor as much as everything else beside the hash (docs/decisions/0003).
 */
export async function signInWithPassword(
  { auth, db, maxSessions }: SignIn,
  { email, password, ...origin }: Attempt,
): Promise<{ token: string; isSuspended: boolean; user: User } | null> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
  const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
  if (!found || !hash) {
    await hashPassword(password)
    return null
  }
  if (!(await isPasswordOf({ hash, password }))) return null
  const session = await startSession(db, { userId: found.user.id, maxSessions, ...origin })
  if (!session) return null
  // A field of ours, of which the library's types know nothing here.
  const { id, role, emailVerified, createdAt }: typeof found.user & { role?: unknown } = found.user
  return {
    ...session,
    user: {
      id,
      email: found.user.email,
      role: Role.parse(role),
      emailVerified,
      createdAt: createdAt.toISOString(),
    },
  }
}
