import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../api/session.ts'
import { lazyPart } from '../ui/lazy-page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { TopBar } from './top-bar.tsx'

/** Few need it, and not long: it is loaded for them only. */
const VerificationBanner = lazyPart(
  async () => (await import('../features/accounts/verification-banner.tsx')).VerificationBanner,
)

/** The main site: top bar, the page, footer (spec §2). */
export function Layout() {
  const { pathname } = useLocation()
  const user = useSession().data?.user
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <TopBar />
      {user && !user.emailVerified && (
        <Suspense>
          <VerificationBanner email={user.email} />
        </Suspense>
      )}
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
