import { Suspense } from 'react'
import { type ClientSession, useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'

/** Loaded only for the few people who see one. */
export const Reminders = lazyPart(async () => (await import('./reminders.tsx')).Reminders)

/**
 * Shown above every page to people who have to verify their email (spec §2), agree to a new text, or, as admins, add or
 * use a passkey.
 */
export function SessionReminders() {
  const session = useSession().data
  if (!session?.user || !hasReminder(session)) return null
  const { user, isConsentDue, passkeyDue } = session
  return (
    <Suspense>
      <Reminders user={user} isConsentDue={isConsentDue} passkeyDue={passkeyDue} />
    </Suspense>
  )
}

/** Whether the pages of a session begin with a reminder. */
export const hasReminder = ({ user, isConsentDue, passkeyDue }: ClientSession): boolean =>
  user !== null && (!user.emailVerified || Boolean(isConsentDue || passkeyDue))
