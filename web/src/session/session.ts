import type { readSession, Session } from '@blood-bank/contract/sessions/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from '../api/call.ts'
import { useIsHydrated } from '../ui/browser/after-hydration.tsx'

const SESSION_FRESH_MS = 60_000

/** The endpoint without its schemas, which would add a tenth to the script of the landing page. */
const READ_SESSION = { method: 'GET', path: '/api/session' } as typeof readSession

/**
 * The session as known in this page. `isSignOut` if the person signed out here. `reason` says why it ended otherwise, if
 * known: the server's message for the refused call, or that another tab signed out. `isPresumed` until the server has
 * confirmed the session for which it sent the page: then the user has a role and no id.
 */
export type ClientSession = Session & { isSignOut?: boolean; reason?: string; isPresumed?: boolean }

/** Who is signed in. Refetched whenever the window gets the focus: another tab may have changed it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<ClientSession> => call(READ_SESSION, {}, { signal }),
  staleTime: SESSION_FRESH_MS,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
})

/** The session for which the server sent the page. A part of the page may be hydrated after the real one has arrived. */
export const PresumedSession = createContext<ClientSession | undefined>(undefined)

/** The session as a query: pending, failed, or `data.user`, which is null when nobody is signed in. */
export function useSession() {
  const presumed = useContext(PresumedSession)
  const isHydrated = useIsHydrated()
  const session = useQuery({ ...sessionQuery, select: session => (!isHydrated && presumed) || session })
  // A part of a page that was sent to somebody unknown is hydrated as it was sent, even if the session is known by then.
  if (!isHydrated && !presumed) return { ...session, ...PENDING } as typeof session
  return session
}

const PENDING = { data: undefined, error: null, isPending: true, isError: false }

/** Set by the guards (`ActorProvider`), so that the pages behind them need not check for an actor. */
export const ActorContext = createContext<User | null>(null)

/** The signed-in user, for components behind a guard. Throws elsewhere. */
export function useActor(): User {
  const actor = useContext(ActorContext)
  if (!actor) throw new Error('useActor is for pages behind a guard')
  return actor
}
