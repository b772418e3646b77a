import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Waiting } from '../ui/feedback/waiting.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { SessionReminders } from './reminders/session-reminders.tsx'

/**
 * The page at the current path, below what the person still has to do: it waits for the script of that, which would push it
 * down.
 */
export function PageOutlet({ className }: { className: string | undefined }) {
  const { pathname } = useLocation()
  return (
    <Suspense
      fallback={
        <div className={className}>
          <Waiting />
        </div>
      }
    >
      <SessionReminders />
      <main className={className} id="main" tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </Suspense>
  )
}
