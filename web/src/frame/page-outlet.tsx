import { Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Waiting } from '../ui/feedback/waiting.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { SessionReminders } from './reminders/session-reminders.tsx'

/**
 * The page at the current path, below what the person still has to do. A page that appears waits for the script of that, which
 * would push it down. One that is there stays: hidden for a moment, it would lose its focus and what is typed meanwhile.
 */
export function PageOutlet({ className }: { className: string | undefined }) {
  const { pathname } = useLocation()
  const [shownPath, setShownPath] = useState<string | null>(null)
  return (
    <Suspense
      fallback={
        <div className={className}>
          <Waiting />
        </div>
      }
    >
      <SessionReminders isPageShown={shownPath === pathname} />
      <main className={className} id="main" tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Shown path={pathname} onShown={setShownPath} />
    </Suspense>
  )
}

/** Tells when what it stands among is shown. */
function Shown({ path, onShown }: { path: string; onShown: (path: string) => void }) {
  useEffect(() => onShown(path), [path, onShown])
  return null
}
