import { isAdmin } from '@blood-bank/contract/actors'
import type { User } from '@blood-bank/contract/users'
import type { ReactNode } from 'react'
import { type Location, Navigate, Outlet, useLocation } from 'react-router'
import { ActorContext, useSession } from '../api/session.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'

/** The location that a guard turned someone away from, or null: kept in memory of the router, never in an address. */
export const originOf = ({ state }: Location): Location | null => state?.from ?? null

/** For whoever is signed in; others go to /login, which leads them back here (spec §2). */
export function SignedInOnly() {
  return <CheckedAccess>{user => (user ? <Inside user={user} /> : <ToLogin />)}</CheckedAccess>
}

/** For admins; members go to the landing page (spec §2). */
export function AdminOnly() {
  return (
    <CheckedAccess>
      {user =>
        user === null ? <ToLogin /> : isAdmin(user) ? <Inside user={user} /> : <Navigate to="/" replace />
      }
    </CheckedAccess>
  )
}

/** For the sign-in pages: whoever is signed in goes on to where they came from, or to the dashboard. */
export function SignedOutOnly() {
  const origin = originOf(useLocation())
  const session = useSession()
  if (session.isPending) return <Checking />
  return session.data?.user ? <Navigate to={origin ?? '/dashboard'} replace /> : <Outlet />
}

function CheckedAccess({ children }: { children: (user: User | null) => ReactNode }) {
  const session = useSession()
  if (session.data) return children(session.data.user)
  if (session.isPending) return <Checking />
  return (
    <Page title="Access Not Checked">
      <Notice kind="error" onRetry={() => void session.refetch()}>
        {session.error.message}
      </Notice>
    </Page>
  )
}

const Checking = () => <Waiting>Verifying access...</Waiting>

/** Another person gets other pages: nothing of what one typed or saw stays for the next. */
const Inside = ({ user }: { user: User }) => (
  <ActorContext value={user}>
    <Outlet key={user.id} />
  </ActorContext>
)

function ToLogin() {
  const from = useLocation()
  const session = useSession()
  return <Navigate to="/login" replace state={session.data?.onPurpose ? null : { from }} />
}
