import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { SessionReminders } from './session-reminders.tsx'
import { TopBar } from './top-bar.tsx'

/** For this long nothing on a page may be loading before the page counts as loaded: its parts come one after the other. */
const QUIET_MS = 200

/** The main site: top bar, page, footer (spec §2). */
export function Layout() {
  const { pathname } = useLocation()
  const frame = useMarkWhenLoaded(pathname)
  return (
    <div className={styles.frame} ref={frame}>
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

/**
 * Marks an element with `data-loaded` once the page at a path was loaded, whatever it loads afterwards. Not as state, which
 * would render every page once more.
 * @returns the ref of the element
 */
function useMarkWhenLoaded(pathname: string) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each page
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      if (!element.querySelector('[data-waiting], [data-skeleton]')) timer = setTimeout(end, QUIET_MS)
    }
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    const end = () => {
      observer.disconnect()
      element.dataset.loaded = ''
    }
    look()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      delete element.dataset.loaded
    }
  }, [pathname])
  return ref
}
