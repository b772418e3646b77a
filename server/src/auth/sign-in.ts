import { Role, type User } from '@blood-bank/contract/users'
import type { Auth } from './library.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'

type Attempt = { email: string; password: string; address: string; userAgent: string | undefined }

const LONGEST_USER_AGENT = 300

/**
 * Begins a session for whoever knows the password; null when it is wrong or nobody's. Both take the same time: an
 * unknown address costs a hash, too. On the library's users and sessions, without its endpoint: what that does around
 * these few lines costs a processor as much as everything else beside the hash (docs/decisions/0003).
 */
export async function signInWithPassword(
  auth: Auth,
  { email, password, address, userAgent }: Attempt,
): Promise<{ token: string; user: User } | null> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
  const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
  if (!found || !hash) {
    await hashPassword(password)
    return null
  }
  if (!(await isPasswordOf({ hash, password }))) return null
  const origin = { ipAddress: address, userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? '' }
  const { token } = await internalAdapter.createSession(found.user.id, false, origin)
  // A field of ours, of which the library's types know nothing here.
  const { id, role, emailVerified, createdAt }: typeof found.user & { role?: unknown } = found.user
  return {
    token,
    user: {
      id,
      email: found.user.email,
      role: Role.parse(role),
      emailVerified,
      createdAt: createdAt.toISOString(),
    },
  }
}
