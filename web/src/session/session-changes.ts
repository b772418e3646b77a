import type { Session } from '@blood-bank/contract/sessions/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { clearReplyCache } from '../api/reply-cache.ts'
import { deleteOfflineCache } from '../device/offline/offline-list.ts'
import { findRegistration } from '../device/offline/worker-registration.ts'
import { deleteRecentCalls } from '../device/recent-calls.ts'
import { deleteDrafts } from '../forms/drafts.ts'
import { takeBack } from '../forms/send-later.ts'
import { openChannel } from '../ui/browser/capabilities.ts'
import { fetchSession, type StoredSession, sessionQuery, toStoredSession } from './session.ts'

const channels = new WeakMap<QueryClient, BroadcastChannel>()

/** Where somebody has signed in, and nothing has been fetched since. */
const justStarted = new WeakSet<QueryClient>()

/** Shown if the first call after a sign-in is refused: the session's cookie was not stored, or is not sent. */
const NEVER_KEPT =
  "Your browser didn't keep you signed in. Allow cookies for this site in its settings, then sign in again."

/** Shown in the other tabs after a sign-out in one of them. */
const SIGNED_OUT_ELSEWHERE = 'You were signed out in another tab. Please sign in again.'

const SIGNED_OUT = 'signed-out'
const ENDED = 'ended'
const CHANGED = 'changed'

/** Stores the session of a person who signed in, and notifies the other tabs. */
export function startSession(client: QueryClient, session: Session) {
  setSession(client, toStoredSession(session))
  justStarted.add(client)
  channels.get(client)?.postMessage(CHANGED)
}

/**
 * Turns off notifications in this browser, if they are on: the next person here must not see them. Never fails. Every
 * page has this file, few need the rest, which the service worker has cached.
 */
export async function stopNotifications(): Promise<void> {
  try {
    if (await findRegistration()) await (await import('../device/push/this-device.ts')).leaveDevice()
  } catch {}
}

/** Ends the session in this page and notifies the other tabs. On a sign-out (`isSignOut`) drafts and recent calls are deleted, too. */
export function endSession(client: QueryClient, how: { isSignOut: boolean; reason?: string }) {
  setSession(client, { kind: 'none', ...how })
  if (how.isSignOut) deleteUnsent()
  channels.get(client)?.postMessage(how.isSignOut ? SIGNED_OUT : ENDED)
}

/** Ends the session because a call was refused for want of one. @param message the server's */
export function endRefusedSession(client: QueryClient, message: string) {
  endSession(client, { isSignOut: false, reason: justStarted.has(client) ? NEVER_KEPT : message })
}

/** Finds out whether a session has ended because the role changed. Any other reason the refused call has told already. */
export async function learnOfChangedRole(client: QueryClient): Promise<void> {
  const session = await fetchSession().catch(() => null)
  const isStillEnded = client.getQueryData(sessionQuery.queryKey)?.kind === 'none'
  if (session?.kind === 'none' && session.hasRoleChanged && isStillEnded)
    client.setQueryData(sessionQuery.queryKey, session)
}

/** Refetches the session in all tabs after a change of the user on the server (a verified email). */
export async function refreshSession(client: QueryClient) {
  channels.get(client)?.postMessage(CHANGED)
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Follows sign-ins and sign-outs in other tabs. Returns a function that stops it. */
export function followOtherTabs(client: QueryClient) {
  const channel = openChannel('session')
  if (!channel) return () => {}
  channels.set(client, channel)
  channel.onmessage = ({ data: change }) => {
    if (change === SIGNED_OUT) {
      deleteUnsent()
      setSession(client, { kind: 'none', reason: SIGNED_OUT_ELSEWHERE })
    } else if (change === ENDED) setSession(client, { kind: 'none' })
    else void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return () => {
    channels.delete(client)
    channel.close()
  }
}

/**
 * Clears everything fetched for one person as soon as somebody else or nobody is signed in, whatever the cause: a
 * sign-out, an expired session, another tab. What a page fetched before its session was known stays: nobody else was here,
 * and without its query the page would wait for ever.
 */
export function clearCacheOnUserChange(client: QueryClient) {
  let currentUserId: string | null | undefined
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' && event.type !== 'added') return
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      justStarted.delete(client)
    if (!isSession(event.query)) return
    const session = client.getQueryData(sessionQuery.queryKey)
    const person = session?.kind === 'known' ? session.user.id : null
    if (!session || person === currentUserId) return
    const isFirst = currentUserId === undefined
    currentUserId = person
    if (!isFirst) {
      client.removeQueries({ predicate: other => !isSession(other) })
      clearReplyCache()
      takeBack(client)
    }
    if (person !== null) deleteUnsent(person)
  })
}

/** Deletes what people typed and whom they called on this device: all of it, or that of everybody except one person. */
function deleteUnsent(exceptOf?: string) {
  deleteDrafts(exceptOf)
  deleteRecentCalls(exceptOf)
}

const isSession = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === sessionQuery.queryKey[0]

function setSession(client: QueryClient, session: StoredSession) {
  // Here as well, as a hard reload bypasses the service worker.
  deleteOfflineCache().catch(() => {})
  // A pending response may still contain the old session.
  void client.cancelQueries({ queryKey: sessionQuery.queryKey })
  client.setQueryData(sessionQuery.queryKey, session)
}
