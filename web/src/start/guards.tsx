import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import { type ReactNode, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { FetchFailure } from '../api/fetch-failure.tsx'
import { originOf } from '../features/accounts/destination.ts'
import { DraftOwner } from '../forms/drafts.ts'
import {
  ActorContext,
  actorOf,
  type ClientSession,
  useCoordination,
  useSession,
  useSessionQuery,
} from '../session/session.ts'
import { useIsHydrated } from '../ui/browser/after-hydration.tsx'
import { Waiting } from '../ui/feedback/waiting.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Redirect } from './redirect.tsx'

/** For signed-in people; others are redirected to /login, which leads them back afterwards (spec §2). */
export function SignedInOnly() {
  return <CheckedAccess>{actor => <ForActor actor={actor} />}</CheckedAccess>
}

/** For admins; members are redirected to the landing page (spec §2), admins who need a passkey first to their account. */
export function AdminOnly() {
  const session = useSession()
  const needsPasskey = session.kind === 'known' && session.passkeyDue !== undefined
  return (
    <CheckedAccess>
      {actor =>
        isAdmin(actor) ? (
          <ForActor actor={actor} />
        ) : (
          <Redirect to={needsPasskey ? '/account#passkeys' : '/'} replace />
        )
      }
    </CheckedAccess>
  )
}

/** For coordinators and admins; others are redirected to the landing page. */
export const CoordinatorsOnly = () => (
  <CheckedAccess>{actor => <OnceCoordinator key={actor.id} actor={actor} />}</CheckedAccess>
)

/** The page of somebody whose right ends meanwhile stays, and says so: they may have typed something. */
function OnceCoordinator({ actor }: { actor: User }) {
  const isOne = useCoordination() !== null
  const [wasOne, setWasOne] = useState(isOne)
  if (isOne && !wasOne) setWasOne(true)
  return isOne || wasOne ? <ForActor actor={actor} /> : <Redirect to="/" replace />
}

/** For the sign-in pages: signed-in people are redirected to where they came from, or to the dashboard. */
export function SignedOutOnly() {
  const origin = originOf(useLocation())
  const session = useSession()
  if (session.kind === 'pending') return <Checking />
  return actorOf(session) ? (
    <Redirect to={origin ?? '/dashboard'} replace state={origin?.state} />
  ) : (
    <Outlet />
  )
}

function CheckedAccess({ children }: { children: (actor: User) => ReactNode }) {
  const session = useSession()
  const query = useSessionQuery()
  const [hadUser, setHadUser] = useState(false)
  if (session.kind === 'known' && !hadUser) setHadUser(true)
  if (query.isError && query.data === undefined)
    return (
      <Page title="Couldn't verify access">
        <FetchFailure query={query} />
      </Page>
    )
  if (session.kind === 'pending') return <Checking />
  const actor = actorOf(session)
  if (!actor) return <ToLogin session={session} endedHere={hadUser} />
  return children(actor)
}

const Checking = () => <Waiting>Verifying access...</Waiting>

/** Remounts the page when the person changes, so that nothing one typed or saw remains for the next. */
function ForActor({ actor }: { actor: User }) {
  // The server knows no drafts.
  const isHydrated = useIsHydrated()
  return (
    <ActorContext value={actor}>
      <DraftOwner value={isHydrated ? actor.id : null}>
        <Suspense fallback={<Waiting />}>
          <Outlet key={actor.id} />
        </Suspense>
      </DraftOwner>
    </ActorContext>
  )
}

/** Shown when the reason is unknown: the session expired, or was ended from another device. */
const SESSION_ENDED = 'Your session has ended. Please sign in again.'

/** Shows why a session ended only to the person whose session ended here, not on pages opened afterwards. */
function ToLogin({ session, endedHere }: { session: ClientSession; endedHere: boolean }) {
  const from = useLocation()
  const { isSignOut = false, reason = SESSION_ENDED } = session.kind === 'none' ? session : {}
  const state = isSignOut ? null : { from, reason: endedHere ? reason : undefined }
  return <Redirect to="/login" replace state={state} />
}
