import type { Session } from '@blood-bank/contract/sessions'
import type { QueryClient } from '@tanstack/react-query'
import { forgetKnown } from '../api/known-replies.ts'
import { dropDrafts } from '../forms/drafts.ts'
import { forgetKept } from '../offline/forget-kept.ts'
import { type KnownSession, sessionQuery } from './session.ts'

const channels = new WeakMap<QueryClient, BroadcastChannel>()

/** What a person reads where they were signed out without doing it there. */
const SIGNED_OUT_ELSEWHERE = 'You were signed out in another tab. Please log in again.'

const SIGNED_OUT = 'signed-out'
const ENDED = 'ended'
const CHANGED = 'changed'

/** Someone signed in: says so here and in the other tabs. */
export function enter(client: QueryClient, session: Session) {
  set(client, session)
  channels.get(client)?.postMessage(CHANGED)
}

/** Nobody is signed in any more. `onPurpose`: by the person's own hand, who leaves nothing behind here. */
export function leave(client: QueryClient, how: { onPurpose: boolean; reason?: string }) {
  set(client, { user: null, ...how })
  if (how.onPurpose) dropDrafts()
  channels.get(client)?.postMessage(how.onPurpose ? SIGNED_OUT : ENDED)
}

/** Something about the signed-in user changed on the server (a verified address): reads it again, in all tabs. */
export async function refreshSession(client: QueryClient) {
  channels.get(client)?.postMessage(CHANGED)
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Follows the sign-ins and sign-outs of the other tabs at once; gives the function that stops it. */
export function followOtherTabs(client: QueryClient) {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel('session')
  channels.set(client, channel)
  channel.onmessage = ({ data: change }) => {
    if (change === SIGNED_OUT) {
      dropDrafts()
      set(client, { user: null, reason: SIGNED_OUT_ELSEWHERE })
    } else if (change === ENDED) set(client, { user: null })
    else void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return () => {
    channels.delete(client)
    channel.close()
  }
}

/**
 * Forgets what was fetched for one person as soon as the session is another's or nobody's, however that
 * came about: sign-out, a session that ended, another tab.
 */
export function forgetWithThePerson(client: QueryClient) {
  let shownTo: string | null = null
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isSession(query)) return
    const person = client.getQueryData(sessionQuery.queryKey)?.user?.id ?? null
    if (person === shownTo) return
    shownTo = person
    client.removeQueries({ predicate: other => !isSession(other) })
    forgetKnown()
    if (person !== null) dropDrafts(person)
  })
}

const isSession = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === sessionQuery.queryKey[0]

function set(client: QueryClient, session: KnownSession) {
  // Here, too, as the service worker is not asked after a hard reload; a browser may refuse even to look.
  forgetKept().catch(() => {})
  // An answer on its way may still say what was before.
  void client.cancelQueries({ queryKey: sessionQuery.queryKey })
  client.setQueryData(sessionQuery.queryKey, session)
}
