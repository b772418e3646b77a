import { READ_SESSION } from '@blood-bank/contract/endpoint'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import {
  deleteOfflineCache,
  findOfflineUser,
  openOfflineCache,
  saveOfflineList,
} from '../offline/offline-list.ts'

const SESSION_TIMEOUT_MS = 6_000

/** Whether a call requests the first page of all active requests, the only list that is saved. */
export const isOfflineList = ({ pathname, searchParams }: URL): boolean =>
  pathname === '/api/blood-requests' && !searchParams.has('after') && !searchParams.has('donorBloodGroup')

export const isSessionCall = ({ pathname }: URL): boolean => pathname === READ_SESSION.path

/**
 * Fetches the list for a page, which gets the server's response or none, never a saved one. In the background
 * (`waitUntil`) the list is saved for offline use if this person turned that on.
 */
export async function fetchAndSaveList(
  req: Request,
  waitUntil: (work: Promise<void>) => void,
): Promise<Response> {
  const cache = await openOfflineCache()
  const reply = await fetch(withoutIfNoneMatch(req))
  if (reply.ok) waitUntil(saveForOfflineUser(cache, reply.clone()))
  return reply
}

/** The same request without `If-None-Match`: a 304 would have no content to save. */
function withoutIfNoneMatch(req: Request) {
  const whole = new Request(req)
  whole.headers.delete('if-none-match')
  return whole
}

/** The response doesn't identify the user and a service worker can't read the cookie, so this asks the server. */
async function saveForOfflineUser(cache: Cache, reply: Response) {
  const [user, session] = await Promise.all([findOfflineUser(), fetch(READ_SESSION.path)])
  if (user !== null && user === (await userIdOf(session))) await saveOfflineList(cache, await reply.text())
}

/**
 * Fetches the session for a page with a short timeout, so that the page soon knows that it is offline, also on a
 * connection that transmits nothing. The call is aborted then: hanging calls would delay those after a reconnect.
 */
export async function fetchSessionForPage(
  req: Request,
  waitUntil: (work: Promise<void>) => void,
): Promise<Response> {
  const signal = AbortSignal.any([req.signal, AbortSignal.timeout(SESSION_TIMEOUT_MS)])
  const session = await fetch(req, { signal })
  waitUntil(deleteUnlessSameUser(session.clone()))
  return session
}

/** Deletes the saved list when the server says that somebody else, or nobody, is signed in. */
async function deleteUnlessSameUser(session: Response): Promise<void> {
  if (!session.ok) return
  const person = await userIdOf(session)
  if (person === null || person !== (await findOfflineUser())) await deleteOfflineCache()
}

async function userIdOf(session: Response) {
  if (!session.ok) return null
  const { user }: Session = await session.json()
  return user?.id ?? null
}
