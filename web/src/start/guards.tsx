import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import { type ReactNode, Suspense, useState } from 'react'
import { type Location, Outlet, useLocation } from 'react-router'
import { explainFailure } from '../api/explain-failure.ts'
import { ActorProvider } from '../session/actor-provider.tsx'
import { type ClientSession, useSession } from '../session/session.ts'
import { FetchFailure } from '../ui/feedback/fetch-failure.tsx'
import { Waiting } from '../ui/feedback/waiting.tsx'
import { ContentPlaceholder, Page } from '../ui/layout/page.tsx'
import { Redirect } from './redirect.tsx'

/** The location from which a guard redirected, or null. Stored in the router's history state, never in the URL. */
export const originOf = ({ state }: Location): Location | null => state?.from ?? null

/** For signed-in people; others are redirected to /login, which leads them back afterwards (spec §2). */
export function SignedInOnly() {
  return <CheckedAccess>{user => <ForActor user={user} />}</CheckedAccess>
}

/** For admins; members are redirected to the landing page (spec §2), admins who need a passkey first to their account. */
export function AdminOnly() {
  const passkeyDue = useSession().data?.passkeyDue
  return (
    <CheckedAccess>
      {user =>
        isAdmin(user) ? (
          <ForActor user={user} />
        ) : (
          <Redirect to={passkeyDue ? '/account#passkeys' : '/'} replace />
        )
      }
    </CheckedAccess>
  )
}

/** For the sign-in pages: signed-in people are redirected to where they came from, or to the dashboard. */
export function SignedOutOnly() {
  const origin = originOf(useLocation())
  const session = useSession()
  if (session.isPending) return <Checking />
  return session.data?.user ? (
    <Redirect to={origin ?? '/dashboard'} replace state={origin?.state} />
  ) : (
    <Outlet />
  )
}

function CheckedAccess({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession()
  const { user, isPresumed = false } = session.data ?? {}
  const [hadUser, setHadUser] = useState(false)
  if (user && !isPresumed && !hadUser) setHadUser(true)
  if (session.isError && (isPresumed || !session.data))
    return (
      <Page title="Couldn't verify access">
        <FetchFailure query={session} failure={error => explainFailure(error)} />
      </Page>
    )
  if (user)
    return <ContentPlaceholder value={isPresumed ? <Checking /> : null}>{children(user)}</ContentPlaceholder>
  if (session.data) return <ToLogin session={session.data} endedHere={hadUser} />
  return <Checking />
}

const Checking = () => <Waiting>Verifying access...</Waiting>

/**
 * Remounts the page when the person changes, so that nothing one typed or saw remains for the next. The presumed person,
 * who has no id, becomes the first one without that.
 */
function ForActor({ user }: { user: User }) {
  const [firstId, setFirstId] = useState(user.id)
  if (firstId === '' && user.id !== '') setFirstId(user.id)
  return (
    <ActorProvider actor={user}>
      <Suspense fallback={<Waiting />}>
        <Outlet key={user.id === firstId || firstId === '' ? 'first' : user.id} />
      </Suspense>
    </ActorProvider>
  )
}

/** Shown when the reason is unknown: the session expired, or was ended from another device. */
const SESSION_ENDED = 'Your session has ended. Please log in again.'

/** Shows why a session ended only to the person whose session ended here, not on pages opened afterwards. */
function ToLogin({ session, endedHere }: { session: ClientSession; endedHere: boolean }) {
  const from = useLocation()
  const state = session.isSignOut
    ? null
    : { from, reason: endedHere ? (session.reason ?? SESSION_ENDED) : undefined }
  return <Redirect to="/login" replace state={state} />
}
