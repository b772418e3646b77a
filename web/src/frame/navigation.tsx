import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { ReactNode } from 'react'
import { MenuLink } from '../ui/controls/link.tsx'
import styles from './top-bar.module.css'

type Props = { actor: User | null; isSigningOut: boolean; onSignOut: () => void }

/** The entries of the top bar, which depend on who is signed in (spec §2). Logout names the person. */
export function Navigation({ actor, isSigningOut, onSignOut }: Props) {
  return (
    <>
      <Entry to="/">Home</Entry>
      {actor ? (
        <>
          <Entry to="/find-donors">Find Donors</Entry>
          <Entry to="/post-request">Post Request</Entry>
          <Entry to="/view-requests">View Requests</Entry>
          <Entry to="/dashboard">Dashboard</Entry>
          {isAdmin(actor) && <Entry to="/admin">Admin Panel</Entry>}
          <Entry to="/account">Account</Entry>
          <button
            type="button"
            className={styles.account}
            aria-disabled={isSigningOut || undefined}
            onClick={isSigningOut ? undefined : onSignOut}
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
