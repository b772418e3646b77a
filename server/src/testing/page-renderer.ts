import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { READ_CAMPUS_FIGURES } from '@blood-bank/contract/endpoint'
import type {
  PageRead,
  PageRenderer,
  PageReply,
  PageRequest,
  RenderedPage,
} from '@blood-bank/contract/pages/rendering'
import { listOtherSessions } from '@blood-bank/contract/sessions/endpoints'
import { isAdmin } from '@blood-bank/contract/users/actors'
import { listUsers } from '@blood-bank/contract/users/administration'

const read = (path: string, query: Record<string, string> = {}): PageRead => ({ path, params: {}, query })

/** The pages of members and admins, with what they read. */
const GUARDED: Record<string, { heading: string; reads: (query: URLSearchParams) => PageRead[] }> = {
  '/find-donors': {
    heading: 'Find Donors',
    reads: query => (query.size > 0 ? [read(searchDonors.path, Object.fromEntries(query))] : []),
  },
  '/view-requests': { heading: 'View Requests', reads: () => [read(listActiveBloodRequests.path)] },
  '/account': { heading: 'Account', reads: () => [read(listOtherSessions.path)] },
  // Reads whatever its query names.
  '/dashboard': {
    heading: 'Dashboard',
    reads: query => {
      const { path = listUsers.path, ...params } = Object.fromEntries(query)
      return [{ path, params, query: {} }]
    },
  },
  '/offline-access': { heading: 'Offline access', reads: () => [] },
  '/admin': { heading: 'Overview', reads: () => [] },
  '/admin/users': { heading: 'Manage Users', reads: () => [read(listUsers.path)] },
}

const OPEN: Record<string, string> = {
  '/': 'Give',
  '/login': 'Sign In',
  '/unsubscribe/:token': 'Stop alerts',
}

/** What the fake renderer writes into a page. */
export type FakeState = Pick<PageRequest, 'session' | 'search'> & { now: string | null; replies: PageReply[] }

/** What each rendering waits for. A test sets it. */
export const renderer: { held: Promise<void> | null; failure: Error | null } = { held: null, failure: null }

/** Renders a page as text that says what it was given: what the server does with pages is tested without the pages. */
async function renderPage(request: PageRequest): Promise<RenderedPage | null> {
  const { path, search, session, now, isWithoutDonors } = request
  const asked = GUARDED[path]
  const isOf = (heading: string, shows = path, replies: PageReply[] = []) => ({
    shows,
    title: heading,
    html: `<h1>${heading}</h1><p>${path}</p>${isWithoutDonors ? '<p>Be the first</p>' : ''}`,
    state: JSON.stringify({ session, search, now: now?.toISOString() ?? null, replies } satisfies FakeState),
  })
  if (session?.user && request.read) {
    await renderer.held
    if (renderer.failure) throw renderer.failure
  }
  if (!asked) {
    const figures = path === '/' ? await request.read?.(read(READ_CAMPUS_FIGURES.path)) : null
    return isOf(OPEN[path] ?? 'Stop alerts', path, figures ? [figures] : [])
  }
  if (session === null) return isOf('Verifying access...')
  if (session.user === null) return isOf('Sign In', '/login')
  if (path.startsWith('/admin') && !isAdmin(session.user)) return null
  const reads = request.read ? asked.reads(new URLSearchParams(search)) : []
  const replies = await Promise.all(reads.map(given => request.read?.(given))).then(all =>
    all.filter(reply => reply !== undefined),
  )
  return isOf(asked.heading, path, replies)
}

const fake: PageRenderer = {
  listPaths: () => [...Object.keys(OPEN), ...Object.keys(GUARDED)],
  setSite: () => {},
  renderPage,
}

export default fake
