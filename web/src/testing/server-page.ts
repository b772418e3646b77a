import { setImmediate as nextTurn } from 'node:timers/promises'
import { READ_SESSION } from '@blood-bank/contract/endpoint'
import type { PageRead, PageReply } from '@blood-bank/contract/pages/rendering'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import type { Path } from 'react-router'
import { addressOf } from '../api/call.ts'
import { isRefusal, refusalIn } from '../api/refusal.ts'
import type { SentPage } from '../session/sent-page.ts'
import renderer from '../start/render.tsx'
import type { StubServer } from './stub-server.ts'

/** A reply that is not there at once, or no reply at all: the page is sent without data. */
class WithoutData extends Error {}

/**
 * Renders a page as the server does (server/src/platform/http/pages), with the replies that the stubbed one has.
 * @returns its HTML, and what the browser takes over; null for a page that is sent without data
 */
export async function renderOnServer(
  { pathname: path, search }: Path,
  server: StubServer,
): Promise<{ html: string; sent: SentPage } | null> {
  const undo = server.remember()
  // That of the test: it may be over before the page is rendered.
  const send = fetch
  const readNow = ({ path, params, query }: PageRead) =>
    answerNow(send(addressOf({ path: path as `/api/${string}` }, { params, query }), { method: 'GET' }))
  const page = { path, isWithoutDonors: false }
  const query = new URLSearchParams(search)
  const isShared = query.has('shared')
  try {
    const { status, body } = await readNow({ path: READ_SESSION.path, params: {}, query: {} })
    if (status !== 200) throw new WithoutData()
    const session = body as Session
    const forNobody = await renderer.renderPage({
      ...page,
      search: isShared ? '?shared=' : path === '/' && query.has('bloodGroup') ? search : '',
      session: { user: null },
      now: null,
      // The figures of the landing page.
      read: path === '/' ? readNow : null,
    })
    const isPersonal = forNobody?.shows !== path
    const rendered = session.user
      ? await renderer.renderPage({
          ...page,
          search: isPersonal ? search : '',
          session,
          now: new Date(),
          read: isPersonal ? readNow : null,
        })
      : forNobody
    if (!rendered || session.endedBecause) throw new WithoutData()
    return { html: rendered.html, sent: JSON.parse(rendered.state) }
  } catch (error) {
    undo()
    if (error instanceof WithoutData) return null
    throw error
  }
}

async function answerNow(replying: Promise<Response>): Promise<PageReply> {
  const reading = replying.then(async response => ({
    status: response.status,
    body: await response.json(),
    tag: response.headers.get('etag'),
  }))
  const reply = await Promise.race([reading.catch(() => null), nextTurn(null)])
  if (!reply || reply.status >= 500 || isOfAnotherSession(reply)) throw new WithoutData()
  return reply
}

/** The server looks at the session once: it cannot have ended, or become another, while the page is rendered. */
const isOfAnotherSession = ({ status, body }: PageReply) =>
  isRefusal(refusalIn(body, status), 'not-signed-in', 'admins-only', 'admin-passkey-needed')

/** What a server does not have. */
const ONLY_IN_BROWSERS = [
  'window',
  'self',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'matchMedia',
  'caches',
  'PublicKeyCredential',
  'Notification',
]

/** Calls a function without what only browsers have. */
export function withoutBrowser<R>(act: () => R): R {
  const taken = ONLY_IN_BROWSERS.map(
    name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name] of taken) Reflect.deleteProperty(globalThis, name)
  try {
    return act()
  } finally {
    for (const [name, property] of taken) if (property) Object.defineProperty(globalThis, name, property)
  }
}
