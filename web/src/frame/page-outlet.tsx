import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Waiting } from '../ui/feedback/waiting.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** The page at the current path, within its frame. */
export function PageOutlet({ className }: { className: string | undefined }) {
  const { pathname } = useLocation()
  return (
    <main className={className} id="main" tabIndex={-1}>
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </main>
  )
}
