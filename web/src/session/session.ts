import { MINUTE_MS } from '@blood-bank/contract/durations'
import { READ_SESSION } from '@blood-bank/contract/endpoint'
import type { readSession, Session } from '@blood-bank/contract/sessions/endpoints'
import { isAdmin, SIGN_IN_MESSAGES } from '@blood-bank/contract/users/actors'
import type { Coordination, User } from '@blood-bank/contract/users/endpoints'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from '../api/call.ts'

const SESSION_FRESH_MS = MINUTE_MS

/**
 * The session in this page. It is `none` if nobody is signed in: `isSignOut` if the person signed out here, `reason` why it
 * ended otherwise, if known, as the server's message for the refused call; `hasRoleChanged` if the server says so, which
 * holds for this browser whatever page is opened.
 */
export type StoredSession =
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

/** The session. If it can't be fetched, nobody is signed in. */
export function useSession(): ClientSession {
  const { data, isError } = useQuery(sessionQuery)
  return data ?? (isError ? NONE : PENDING)
}

const PENDING: ClientSession = { kind: 'pending' }
const NONE: ClientSession = { kind: 'none' }

/** The session as a query, for what is shown if it can't be fetched. */
export const useSessionQuery = () => useQuery(sessionQuery)

/** Who is signed in; null if nobody is, or while nothing is known. */
export const actorOf = (session: ClientSession): User | null =>
  session.kind === 'known' ? session.user : null

const OF_ALL_HALLS: Pick<Coordination, 'hallId'> = { hallId: null }

/** Whose donors the actor may call: those of a hall, or with null of all halls; null for whoever may call nobody. */
export function coordinationOf(session: ClientSession): Pick<Coordination, 'hallId'> | null {
  if (session.kind !== 'known') return null
  return isAdmin(session.user) ? OF_ALL_HALLS : (session.coordinator ?? null)
}

/** The same, for what is shown to somebody who is signed in: elsewhere it would ask for the session anew. */
export const useCoordination = () => coordinationOf(useSession())

/** Set by the guards, so that the pages behind them need not check for an actor. */
export const ActorContext = createContext<User | null>(null)

/** The signed-in user, for pages behind a guard. Throws elsewhere. */
export function useActor(): User {
  const actor = useContext(ActorContext)
  if (!actor) throw new Error('useActor is for pages behind a guard')
  return actor
}

/**
 * Refetches everything on the page except the session: an offer or a donation also changes blood requests and donor
 * profiles, which belong to other features. Resolves when it is loaded; what did not change is answered with 304.
 */
export const refreshRecords = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
