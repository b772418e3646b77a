import type { Session } from './endpoints.ts'

/** What a person may still have to do, which every page says at its top. */
const REMINDERS = ['verify', 'agree', 'add-passkey', 'use-passkey', 'become-admin'] as const
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
