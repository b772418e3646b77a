import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { SessionReminders } from './session-reminders.tsx'
import { TopBar } from './top-bar.tsx'

/** The main site: top bar, page, footer (spec §2). */
export function Layout() {
  const { pathname } = useLocation()
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar />
      <SessionReminders />
      <main className={styles.main} id="main" tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  )
}
