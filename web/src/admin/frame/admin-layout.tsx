import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { site } from '../../api/site.ts'
import { ErrorBoundary } from '../../frame/error-boundary.tsx'
import layout from '../../frame/layout.module.css'
import { MenuButton } from '../../frame/menu-button.tsx'
import { SessionReminders } from '../../frame/reminders/session-reminders.tsx'
import bar from '../../frame/top-bar.module.css'
import { useMenu } from '../../frame/use-menu.ts'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Link, MenuLink } from '../../ui/controls/link.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Logo } from '../../ui/theme/logo.tsx'
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx'
import styles from './admin-layout.module.css'
import { ADMIN_PAGES } from './admin-pages.ts'

/** Loaded separately, so that visitors don't load them. */
const PasswordConfirmation = lazyPart(
  async () => (await import('../../session/password-confirmation.tsx')).PasswordConfirmation,
)
const AdminShortcuts = lazyPart(async () => (await import('./admin-shortcuts.tsx')).AdminShortcuts)

/** The admin area: a sidebar and the page. On a small screen the sidebar is a menu above the page. */
export function AdminLayout() {
  const { pathname } = useLocation()
  const { isOpen, toggle, menuButton } = useMenu()
  return (
    <div className={styles.frame}>
      <a className={layout.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.side}>
        <Link className={bar.brand} to="/">
          <Logo className={bar.logo} />
          {site.brandName}
        </Link>
        <MenuButton controls="admin-menu" isOpen={isOpen} buttonRef={menuButton} onToggle={toggle} />
        <div id="admin-menu" className={styles.menu} data-open={isOpen || undefined}>
          <nav className={styles.nav} aria-label="Admin">
            {ADMIN_PAGES.map(({ path, name }) => (
              <MenuLink key={path} className={styles.link} to={path}>
                {name}
              </MenuLink>
            ))}
            <MenuLink className={styles.link} to="/">
              Back to Main Site
            </MenuLink>
          </nav>
          <div className={styles.foot}>
            <ThemeSwitch />
            <Link className={styles.privacy} to="/privacy">
              Privacy
            </Link>
          </div>
        </div>
        <div className={styles.shortcuts}>
          <AfterHydration>
            <Suspense>
              <AdminShortcuts />
            </Suspense>
          </AfterHydration>
        </div>
      </header>
      <div className={styles.content}>
        <SessionReminders />
        <main className={styles.main} id="main" tabIndex={-1}>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        <AfterHydration>
          <Suspense>
            <PasswordConfirmation />
          </Suspense>
        </AfterHydration>
      </div>
    </div>
  )
}
