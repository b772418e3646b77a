import { isAdmin } from '@blood-bank/contract/actors'
import type { User } from '@blood-bank/contract/users'
import { type ReactNode, useState } from 'react'
import { type Location, Navigate, Outlet, useLocation } from 'react-router'
import { explainFailure } from '../api/explain-failure.ts'
import { ActorProvider } from '../session/actor-provider.tsx'
import { type KnownSession, useSession } from '../session/session.ts'
import { FetchFailure } from '../ui/feedback/fetch-failure.tsx'
import { Waiting } from '../ui/feedback/waiting.tsx'
import { Page } from '../ui/layout/page.tsx'

/** The location that a guard turned someone away from, or null: kept in memory of the router, never in an address. */
export const originOf = ({ state }: Location): Location | null => state?.from ?? null

/** For whoever is signed in; others go to /login, which leads them back here (spec §2). */
export function SignedInOnly() {
  return <CheckedAccess>{user => <Inside user={user} />}</CheckedAccess>
}

/** For admins; members go to the landing page (spec §2). */
export function AdminOnly() {
  return (
    <CheckedAccess>
      {user => (isAdmin(user) ? <Inside user={user} /> : <Navigate to="/" replace />)}
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

function CheckedAccess({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession()
  const user = session.data?.user
  const [hadUser, setHadUser] = useState(false)
  if (user && !hadUser) setHadUser(true)
  if (user) return children(user)
  if (session.data) return <ToLogin session={session.data} endedHere={hadUser} />
  if (session.isPending) return <Checking />
  return (
    <Page title="Access Not Checked">
      <FetchFailure query={session} failure={error => explainFailure(error)} />
    </Page>
  )
}

const Checking = () => <Waiting>Verifying access...</Waiting>

/** Another person gets other pages: nothing of what one typed or saw stays for the next. */
const Inside = ({ user }: { user: User }) => (
  <ActorProvider actor={user}>
    <Outlet key={user.id} />
  </ActorProvider>
)

/** For whom nobody said why: it ran out, or was ended from another device. */
const ENDED = 'Your session has ended. Please log in again.'

/** Why a session ended is told to whom it ended for, and not on other pages that they open afterwards. */
function ToLogin({ session, endedHere }: { session: KnownSession; endedHere: boolean }) {
  const from = useLocation()
  const state = session.onPurpose ? null : { from, reason: endedHere ? (session.reason ?? ENDED) : undefined }
  return <Navigate to="/login" replace state={state} />
}
