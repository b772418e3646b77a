import type { Session } from '@blood-bank/contract/sessions'
import { forgetKept } from '../offline/forget-kept.ts'
import { findChooser, keepList, openKept } from '../offline/kept-requests.ts'

const SESSION = '/api/session'
const SESSION_PATIENCE_MS = 6_000

/** Whether a call asks for the first page of the active requests: the one list that is kept. */
export const isKeptList = ({ pathname, searchParams }: URL): boolean =>
  pathname === '/api/blood-requests' && !searchParams.has('after')

export const isSession = ({ pathname }: URL): boolean => pathname === SESSION

/**
 * Fetches a list for a page, which gets the server's answer or none, and never a kept one. Meanwhile, by way of
 * `later`, it is kept for when the person is offline, if it was they who asked for that.
 */
export async function fetchAndKeep(req: Request, later: (work: Promise<void>) => void): Promise<Response> {
  const place = await openKept()
  const reply = await fetch(wholly(req))
  if (reply.ok) later(keepForChooser(place, reply.clone()))
  return reply
}

/** The same without «only if it has changed»: what is kept must be of now, and the server would send nothing. */
function wholly(req: Request) {
  const whole = new Request(req)
  whole.headers.delete('if-none-match')
  return whole
}

/** The answer does not say whom it is for, and the cookie cannot be read here: the server is asked who it is. */
async function keepForChooser(place: Cache, reply: Response) {
  const [chooser, session] = await Promise.all([findChooser(), fetch(SESSION)])
  if (chooser !== null && chooser === (await personOf(session))) await keepList(place, await reply.text())
}

/**
 * Fetches who is signed in for a page, which knows soon that it is offline, also on a line that is there and carries
 * nothing. The call is given up then: calls that hang would take the room of those that come when the line is back.
 */
export async function fetchSession(req: Request, later: (work: Promise<void>) => void): Promise<Response> {
  const signal = AbortSignal.any([req.signal, AbortSignal.timeout(SESSION_PATIENCE_MS)])
  const session = await fetch(req, { signal })
  later(forgetUnlessFor(session.clone()))
  return session
}

/** Wipes what is kept when the server says that somebody else, or nobody, is signed in. */
async function forgetUnlessFor(session: Response): Promise<void> {
  if (!session.ok) return
  const person = await personOf(session)
  if (person === null || person !== (await findChooser())) await forgetKept()
}

async function personOf(session: Response) {
  if (!session.ok) return null
  const { user }: Session = await session.json()
  return user?.id ?? null
}
