import { REMINDERS, type Reminder, remindersOf } from '@blood-bank/contract/sessions/viewers'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { lazyPart, preload } from '../../ui/browser/lazy-page.tsx'

/** Loaded only for the few people who see one. */
export const Reminders = lazyPart(async () => (await import('./reminders.tsx')).Reminders)

/**
 * Shown above every page to people who have to verify their email (spec §2), agree to a new text, or, as admins, give their
 * password, add or use a passkey. The page of the build has them all, hidden except for those that the server marked, so that nothing moves
 * once the session is known. A page that is shown does not wait for their script.
 */
export function SessionReminders({ isPageShown }: { isPageShown: boolean }) {
  const session = useSession()
  const isHydrated = useIsHydrated()
  const marked = isHydrated ? markedReminders() : REMINDERS
  const due = session.kind === 'known' ? remindersOf(session) : session.kind === 'pending' ? marked : []
  const [isLoaded, setIsLoaded] = useState(false)
  const isDue = due.length > 0
  const isRendered = isDue && (isLoaded || !isPageShown)
  useEffect(() => {
    if (isRendered) setIsLoaded(true)
    else if (isDue) void preload(Reminders)?.then(() => setIsLoaded(true))
  }, [isRendered, isDue])
  if (!isRendered) return null
  return (
    <Reminders due={due} email={session.kind === 'known' ? session.user.email : ''} isAsBuilt={!isHydrated} />
  )
}

/** Those that the server marked in this page. */
function markedReminders(): Reminder[] {
  const marked = document.documentElement.dataset.reminders?.split(' ')
  return REMINDERS.filter(reminder => marked?.includes(reminder))
}
