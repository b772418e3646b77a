import { READ_SESSION } from '@blood-bank/contract/addresses'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { readSession, Session } from '@blood-bank/contract/sessions/endpoints'
import { SIGN_IN_MESSAGES } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from '../api/call.ts'
import { useIsHydrated } from '../ui/browser/after-hydration.tsx'

const SESSION_FRESH_MS = MINUTE_MS

/** Whoever is presumed to be signed in: somebody with a role, and without an id. */
export type PresumedActor = Pick<User, 'role' | 'emailVerified'> & { id?: never; email?: never }

/** Whoever looks at a page behind a guard. */
export type PageActor = User | PresumedActor

/**
 * The session in this page. It is `presumed` until the server has confirmed the session for which it sent the page; the
 * actor is null on a page for visitors. It is `none` if nobody is signed in: `isSignOut` if the person signed out here,
 * `reason` why it ended otherwise, if known, as the server's message for the refused call; `hasRoleChanged` if the server
 * says so, which holds for this browser whatever page is opened.
 */
export type StoredSession =
  | { kind: 'presumed'; actor: PresumedActor | null }
  | ({ kind: 'known'; user: User } & Omit<Session, 'user'>)
  | { kind: 'none'; isSignOut?: boolean; reason?: string; hasRoleChanged?: true }

/** `pending` while nothing is known. */
export type ClientSession = StoredSession | { kind: 'pending' }

export function toStoredSession({ user, endedBecause, ...reminders }: Session): StoredSession {
  if (user) return { kind: 'known', user, ...reminders }
  return endedBecause === 'role-changed'
    ? { kind: 'none', reason: SIGN_IN_MESSAGES.roleChanged, hasRoleChanged: true }
    : { kind: 'none' }
}

export const fetchSession = async (options: { signal?: AbortSignal } = {}): Promise<StoredSession> =>
  toStoredSession(await call<typeof readSession>(READ_SESSION, {}, options))

/** Who is signed in. Refetched whenever the window gets the focus: another tab may have changed it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession({ signal }),
  staleTime: SESSION_FRESH_MS,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
})

/** The session for which the server sent the page. A part of the page may be hydrated after the real one has arrived. */
export const PresumedSession = createContext<StoredSession | undefined>(undefined)

/** The session. A part of the page is hydrated with the one for which it was sent. If it can't be fetched, nobody is signed in. */
export function useSession(): ClientSession {
  const presumed = useContext(PresumedSession)
  const isHydrated = useIsHydrated()
  const { data, isError } = useQuery(sessionQuery)
  if (!isHydrated) return presumed ?? PENDING
  return data ?? (isError ? NONE : PENDING)
}

const PENDING: ClientSession = { kind: 'pending' }
const NONE: ClientSession = { kind: 'none' }

/** The session as a query, for what is shown if it can't be fetched. */
export const useSessionQuery = () => useQuery(sessionQuery)

/** Who is signed in, also if that is only presumed; null if nobody is, or while nothing is known. */
export const actorOf = (session: ClientSession): PageActor | null =>
  session.kind === 'known' ? session.user : session.kind === 'presumed' ? session.actor : null

/** Set by the guards, so that the pages behind them need not check for an actor. */
export const ActorContext = createContext<PageActor | null>(null)

/** Whoever looks at the page, for what a page shows before the session is known. Throws outside of a guard. */
export function usePageActor(): PageActor {
  const actor = useContext(ActorContext)
  if (!actor) throw new Error('usePageActor is for pages behind a guard')
  return actor
}

/** The signed-in user, for the content of pages behind a guard. Throws elsewhere, and while the session is presumed. */
export function useActor(): User {
  const actor = usePageActor()
  if (actor.id === undefined) throw new Error('useActor is for what is shown once the session is known')
  return actor
}

/**
 * Refetches everything on the page except the session: an offer or a donation also changes blood requests and donor
 * profiles, which belong to other features. Resolves when it is loaded; what did not change is answered with 304.
 */
export const refreshRecords = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
