import { remindersOf } from '@blood-bank/contract/sessions/reminders'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { lazyPart, preload } from '../../ui/browser/lazy-page.tsx'

/** Loaded only for the few people who see one. */
export const Reminders = lazyPart(async () => (await import('./reminders.tsx')).Reminders)

/**
 * Shown above every page to people who have to verify their email (spec §2), agree to a new text, or, as admins, give their
 * password, add or use a passkey. A page that is shown does not wait for their script.
 */
export function SessionReminders({ isPageShown }: { isPageShown: boolean }) {
  const session = useSession()
  const due = session.kind === 'known' ? remindersOf(session) : []
  const [isLoaded, setIsLoaded] = useState(false)
  const isDue = due.length > 0
  const isRendered = isDue && (isLoaded || !isPageShown)
  useEffect(() => {
    if (isRendered) setIsLoaded(true)
    else if (isDue) void preload(Reminders)?.then(() => setIsLoaded(true))
  }, [isRendered, isDue])
  if (!isRendered || session.kind !== 'known') return null
  return <Reminders due={due} email={session.user.email} />
}
