import { Suspense } from 'react'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'

/** Loaded only for the few people who see one. */
export const Reminders = lazyPart(async () => (await import('./reminders.tsx')).Reminders)

/**
 * Shown above every page to people who have to verify their email (spec §2), agree to a new text, or, as admins, add or
 * use a passkey.
 */
export function SessionReminders() {
  const session = useSession()
  if (session.kind !== 'known') return null
  const { user, isConsentDue, passkeyDue } = session
  if (user.emailVerified && !isConsentDue && !passkeyDue) return null
  return (
    <Suspense>
      <Reminders user={user} isConsentDue={isConsentDue} passkeyDue={passkeyDue} />
    </Suspense>
  )
}
