import { Suspense } from 'react'
import { site } from '../../api/site.ts'
import layout from '../../frame/layout.module.css'
import menuStyles from '../../frame/menu.module.css'
import { MenuButton, useMenu } from '../../frame/menu.tsx'
import { PageOutlet } from '../../frame/page-outlet.tsx'
import bar from '../../frame/top-bar.module.css'
import { AfterHydration } from '../../ui/browser/after-hydration.tsx'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { Link, MenuLink } from '../../ui/controls/link.tsx'
import { Logo } from '../../ui/theme/logo.tsx'
import styles from './admin-layout.module.css'
import { ADMIN_PAGES } from './admin-pages.ts'

/** Loaded separately, so that visitors don't load them. */
const PasswordConfirmation = lazyPart(
  async () => (await import('../../session/password-confirmation.tsx')).PasswordConfirmation,
)
const AdminShortcuts = lazyPart(async () => (await import('./admin-shortcuts.tsx')).AdminShortcuts)
const ToDoCount = lazyPart(async () => (await import('./to-do-count.tsx')).ToDoCount)

/** The admin area: a sidebar and the page. On a small screen the sidebar is a menu above the page. */
export function AdminLayout() {
  const menu = useMenu<HTMLDivElement>()
  return (
    <div className={styles.frame}>
      <a className={layout.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.side}>
        <Link className={bar.brand} to="/">
          <Logo className={bar.logo} />
          <span className={bar.name}>{site.brandName}</span>
        </Link>
        <MenuButton menu="admin-menu" />
        <div id="admin-menu" className={`${menuStyles.menu} ${styles.menu}`} popover="auto" ref={menu}>
          <nav className={styles.nav} aria-label="Admin">
            {ADMIN_PAGES.map(({ path, name, key, toDo }) => (
              <div key={path} className={styles.entry}>
                <MenuLink className={styles.link} to={path} aria-describedby={toDo && `to-do-${key}`}>
                  {name}
                </MenuLink>
                {toDo && (
                  <Suspense>
                    <ToDoCount id={`to-do-${key}`} {...toDo} />
                  </Suspense>
                )}
              </div>
            ))}
            <MenuLink className={styles.link} to="/">
              Back to Main Site
            </MenuLink>
          </nav>
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
        <PageOutlet className={styles.main} />
        <AfterHydration>
          <Suspense>
            <PasswordConfirmation />
          </Suspense>
        </AfterHydration>
      </div>
    </div>
  )
}
