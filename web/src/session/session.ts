import type { readSession, Session } from '@blood-bank/contract/sessions'
import type { User } from '@blood-bank/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from '../api/call.ts'

const SESSION_FRESH_MS = 60_000

/** Where the endpoint is, and its types, without its schemas: they would be a tenth of the first page's script. */
const READ_SESSION = { method: 'GET', path: '/api/session' } as typeof readSession

/**
 * The session as this page knows it; `onPurpose` when it ended by the person's own hand, here. `reason` is why it
 * ended otherwise, where that is known: what the server said to the call that found it ended, or that another tab did it.
 */
export type KnownSession = Session & { onPurpose?: boolean; reason?: string }

/** Who is signed in. Asked again whenever the window comes back to the front: another tab may have changed it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<KnownSession> => call(READ_SESSION, {}, { signal }),
  staleTime: SESSION_FRESH_MS,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
})

/** The session as a query: pending, failed, or `data.user`, which is null when nobody is signed in. */
export const useSession = () => useQuery(sessionQuery)

/** Set by `ActorProvider` of the guards, so that the pages behind them have an actor without checking for one. */
export const ActorContext = createContext<User | null>(null)

/** The signed-in user; for what stands behind a guard only. Throws elsewhere. */
export function useActor(): User {
  const actor = useContext(ActorContext)
  if (!actor) throw new Error('useActor is for pages behind a guard')
  return actor
}
