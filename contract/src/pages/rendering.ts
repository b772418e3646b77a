import type { Session } from '../sessions/endpoints.ts'
import type { Site } from '../site/endpoints.ts'

/** A read of the contract by a page that is rendered: the path of the endpoint, and its inputs as an address has them. */
export type PageRead = { path: string; params: Record<string, string>; query: Record<string, string> }

/** The reply to it: the body of a success with its entity tag, or the body of an error. */
export type PageReply = { status: number; body: unknown; tag: string | null }

/** A page to be rendered. */
export type PageRequest = {
  /** The path that was asked for. */
  path: string
  /** The query with its question mark. Of a page that is rendered for everybody at most `?shared=`, without the code, or a blood group. */
  search: string
  /** The session of whoever asks; null while that is unknown. */
  session: Session | null
  /** Nobody has registered as a donor, which the landing page says. */
  isWithoutDonors: boolean
  /** Null for a page that is rendered for everybody, and kept: its time would be wrong. */
  now: Date | null
  /** Answers what the page reads. Null to render it without data. */
  read: ((read: PageRead) => Promise<PageReply>) | null
}

/** A rendered page: the text of its title before the name of the site, the HTML of its root, and what the browser needs to take over. */
export type RenderedPage = {
  /** The path of the page that is shown: another one where people without a session are led to the sign-in page. */
  shows: string
  title: string
  html: string
  /** JSON. */
  state: string
}

/** What the build of the pages offers the server (web/src/start/render.tsx). */
export type PageRenderer = {
  /** The paths of all pages: `/`, `/login`, `/unsubscribe/:token`, … */
  listPaths: () => string[]
  /** Sets the operator's settings, once. */
  setSite: (site: Site) => void
  /** Null if the page redirects to one that only the browser can find. */
  renderPage: (request: PageRequest) => Promise<RenderedPage | null>
}
