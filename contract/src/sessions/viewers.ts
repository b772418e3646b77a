import type { Session } from './endpoints.ts'

/**
 * The kinds of people for whom the build renders each page. `unknown` is for a session that could not be looked up, and
 * for people with a reminder above the page: such a page has every reminder, of which the server marks those that are due,
 * and says that access is being verified, so that nothing moves, and nobody sees what is not for them.
 */
export const VIEWERS = ['unknown', 'visitor', 'member', 'admin'] as const
export type Viewer = (typeof VIEWERS)[number]

/** The kind of whoever has a session. */
export function viewerOf(session: Session): Viewer {
  if (session.user === null) return 'visitor'
  if (remindersOf(session).length > 0) return 'unknown'
  return session.user.role === 'admin' ? 'admin' : 'member'
}

/** What a person may still have to do, which every page says at its top. */
export const REMINDERS = ['verify', 'agree', 'add-passkey', 'use-passkey', 'become-admin'] as const
export type Reminder = (typeof REMINDERS)[number]

/** What the person of a session still has to do. */
export function remindersOf({ user, isConsentDue, passkeyDue, isPasswordDue }: Session): Reminder[] {
  const isDue = {
    verify: user?.emailVerified === false,
    agree: user !== null && isConsentDue,
    'add-passkey': passkeyDue === 'add',
    'use-passkey': passkeyDue === 'use',
    'become-admin': isPasswordDue,
  }
  return REMINDERS.filter(reminder => isDue[reminder])
}
