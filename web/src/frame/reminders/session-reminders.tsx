import { remindersOf } from '@blood-bank/contract/sessions/reminders'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../session/session.ts'
import { lazyPart, preload } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import styles from '../../ui/layout/banner.module.css'

/** Loaded only for the few people who see one. */
export const Reminders = lazyPart(async () => (await import('./reminders.tsx')).Reminders)

type BannerLineProps = { children: string; onDismiss: () => void }

/** Says what was done in the place of a `Banner`, as high as one: what is below does not move. */
const BannerLine = ({ children, onDismiss }: BannerLineProps) => (
  <div className={styles.banner} data-tone="good">
    <div className={styles.inner}>
      <p className={styles.line} role="status">
        {children}
      </p>
      <Button variant="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  </div>
)

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
  const { done, setDone } = useDone()
  return (
    <>
      {done && <BannerLine onDismiss={() => setDone(null)}>{done}</BannerLine>}
      {isRendered && session.kind === 'known' && (
        <Reminders due={due} email={session.user.email} onDone={setDone} />
      )}
    </>
  )
}

/**
 * What was done here, or by what led here (`said` in the state of a navigation), until the page is left or it is dismissed.
 * After a reload it is not said again.
 */
function useDone() {
  const { key, state } = useLocation()
  const [own, setOwn] = useState<{ key: string; message: string | null } | null>(null)
  const led: string | undefined = state?.said
  useEffect(() => {
    if (led !== undefined) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [led])
  return {
    done: own?.key === key ? own.message : led,
    setDone: (message: string | null) => setOwn({ key, message }),
  }
}
