import type { User } from './users.ts'

/**
 * The kinds of people for whom the build renders each page. `unknown` is for a session that could not be looked up: such
 * a page says that access is being verified.
 */
export const VIEWERS = ['unknown', 'visitor', 'unverified', 'member', 'admin'] as const
export type Viewer = (typeof VIEWERS)[number]

/** The kind of the signed-in user, or of a visitor. An admin with an unverified email, which is rare, gets no page of their own. */
export function viewerOf(user: Pick<User, 'role' | 'emailVerified'> | null): Viewer {
  if (!user) return 'visitor'
  if (user.role === 'admin') return user.emailVerified ? 'admin' : 'unknown'
  return user.emailVerified ? 'member' : 'unverified'
}
