import type { Session } from './endpoints.ts'

/**
 * The kinds of people for whom the build renders each page. `unknown` is for a session that could not be looked up, and
 * for people with a reminder above the page: such a page says that access is being verified, so that nothing moves when
 * the reminder comes, and nobody sees what is not for them.
 */
export const VIEWERS = ['unknown', 'visitor', 'member', 'admin'] as const
export type Viewer = (typeof VIEWERS)[number]

/** The kind of whoever has a session. */
export function viewerOf({ user, isConsentDue, passkeyDue }: Session): Viewer {
  if (user === null) return 'visitor'
  if (!user.emailVerified || isConsentDue || passkeyDue) return 'unknown'
  return user.role === 'admin' ? 'admin' : 'member'
}
