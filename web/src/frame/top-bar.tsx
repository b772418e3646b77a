import { SIGN_OUT } from '@blood-bank/contract/endpoint'
import type { signOut } from '@blood-bank/contract/sessions/endpoints'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { explainFailure } from '../api/explain-failure.ts'
import { MutationNotice } from '../api/mutation-notice.tsx'
import { site } from '../api/site.ts'
import { actorOf, coordinationOf, useSession } from '../session/session.ts'
import { endSession, stopNotifications } from '../session/session-changes.ts'
import { Link, MenuLink } from '../ui/controls/link.tsx'
import { Logo } from '../ui/theme/logo.tsx'
import { useIsOffline } from './connection.ts'
import menuStyles from './menu.module.css'
import { MenuButton, useMenu } from './menu.tsx'
import styles from './top-bar.module.css'

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
              <Navigation actor={actor} isCoordinator={coordinationOf(session) !== null} signOut={signOut} />
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

type NavigationProps = {
  actor: User | null
  isCoordinator: boolean
  signOut: ReturnType<typeof useSignOut>
}

/** The entries of the top bar, which depend on who is signed in (spec §2). Logout names the person. */
function Navigation({ actor, isCoordinator, signOut }: NavigationProps) {
  return (
    <>
      <Entry to="/">Home</Entry>
      {actor ? (
        <>
          <Entry to="/find-donors">Find Donors</Entry>
          <Entry to="/post-request">Post Request</Entry>
          <Entry to="/view-requests">View Requests</Entry>
          <Entry to="/dashboard">Dashboard</Entry>
          {isCoordinator && <Entry to="/call-donors">Call Donors</Entry>}
          {isAdmin(actor) && <Entry to="/admin">Admin Panel</Entry>}
          <Entry to="/account">Account</Entry>
          <button
            type="button"
            className={styles.account}
            aria-disabled={signOut.isPending || undefined}
            onClick={signOut.isPending ? undefined : () => signOut.mutate()}
          >
            {`Logout (${actor.email.split('@')[0]})`}
          </button>
        </>
      ) : (
        <>
          <Entry to="/login">Login</Entry>
          <Entry to="/register">Register</Entry>
        </>
      )}
    </>
  )
}

const Entry = ({ to, children }: { to: string; children: ReactNode }) => (
  <MenuLink className={styles.link} to={to}>
    {children}
  </MenuLink>
)

/** Signs out and goes to /login (spec §2). */
function useSignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    // Pending requests would be refused and report that the session had been ended elsewhere.
    onMutate: () => client.cancelQueries(),
    mutationFn: async () => {
      // While the server still knows whose device it is.
      await stopNotifications()
      await call<typeof signOut>(SIGN_OUT, {})
    },
    onSuccess: () => {
      endSession(client, { isSignOut: true })
      void navigate('/login')
    },
    onError: () => void client.invalidateQueries(),
  })
}
