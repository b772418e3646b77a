import { explainFailure } from '../api/explain-failure.ts'
import { MutationNotice } from '../api/mutation-notice.tsx'
import { site } from '../api/site.ts'
import { actorOf, useSession } from '../session/session.ts'
import { Link } from '../ui/controls/link.tsx'
import { Logo } from '../ui/theme/logo.tsx'
import { useIsOffline } from './connection.ts'
import { MenuButton } from './menu-button.tsx'
import { Navigation } from './navigation.tsx'
import styles from './top-bar.module.css'
import { useMenu } from './use-menu.ts'
import { useSignOut } from './use-sign-out.ts'

/** The brand, the menu, and the error if signing out failed. On a small screen a button opens the menu. */
export function TopBar() {
  const session = useSession()
  const actor = actorOf(session)
  const isOffline = useIsOffline()
  const signOut = useSignOut()
  const { isOpen, toggle, menuButton } = useMenu()
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link className={styles.brand} to="/">
          <Logo className={styles.logo} />
          {site.brandName}
        </Link>
        {isOffline || (
          <MenuButton controls="navigation" isOpen={isOpen} buttonRef={menuButton} onToggle={toggle} />
        )}
        <nav
          id="navigation"
          className={styles.nav}
          data-open={isOpen || undefined}
          data-member={actor ? '' : undefined}
          aria-label="Main"
        >
          {session.kind === 'pending' || isOffline || (
            <Navigation actor={actor} isSigningOut={signOut.isPending} onSignOut={() => signOut.mutate()} />
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
