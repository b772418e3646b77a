import { explainFailure } from '../api/explain-failure.ts'
import { MutationNotice } from '../api/mutation-notice.tsx'
import { site } from '../api/site.ts'
import { actorOf, useSession } from '../session/session.ts'
import { Link } from '../ui/controls/link.tsx'
import { Logo } from '../ui/theme/logo.tsx'
import { useIsOffline } from './connection.ts'
import menuStyles from './menu.module.css'
import { MenuButton, useMenu } from './menu.tsx'
import { Navigation } from './navigation.tsx'
import styles from './top-bar.module.css'
import { useSignOut } from './use-sign-out.ts'

/** The brand, the menu, and the error if signing out failed. On a small screen a button opens the menu. */
export function TopBar() {
  const session = useSession()
  const actor = actorOf(session)
  const isOffline = useIsOffline()
  const signOut = useSignOut()
  const menu = useMenu<HTMLElement>()
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link className={styles.brand} to="/">
          <Logo className={styles.logo} />
          <span className={styles.name}>{site.brandName}</span>
        </Link>
        {isOffline || <MenuButton menu="menu" />}
        <nav
          id="menu"
          className={`${menuStyles.menu} ${styles.nav}`}
          popover="auto"
          ref={menu}
          aria-label="Main"
        >
          {session.kind === 'pending' || isOffline || (
            <div className={styles.entries} data-member={actor ? '' : undefined}>
              <Navigation actor={actor} isSigningOut={signOut.isPending} onSignOut={() => signOut.mutate()} />
            </div>
          )}
        </nav>
      </div>
      {signOut.error && (
        <div className={styles.problem}>
          <MutationNotice
            of={signOut}
            explain={error => `You're still signed in. ${explainFailure(error)}`}
          />
        </div>
      )}
    </header>
  )
}
