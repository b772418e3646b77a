import type { Viewer } from '@blood-bank/contract/sessions/viewers'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { type NavigateProps, type RouteObject, StaticRouter, type To } from 'react-router'
import { createPresumingQueryClient, presumedSession } from '../session/presumed-session.ts'
import { Hydration } from '../ui/browser/after-hydration.tsx'
import { App } from './app.tsx'
import { RedirectObserver } from './redirect.tsx'
import { preloadPage, ROUTES } from './routes.tsx'

/** The HTML of a page, and the path of the page that it shows. */
export type Prerendered = { html: string; shows: string }

/** The paths of all pages: `/`, `/login`, `/unsubscribe/:token`, … (called by web/build/prerender.ts). */
export const listPaths = (): string[] => pathsOf(ROUTES)

const pathsOf = (routes: RouteObject[], parent = ''): string[] =>
  routes.flatMap(({ path = '', children, index }) => {
    const full = path.startsWith('/') ? path : [parent, path].filter(Boolean).join('/')
    if (children) return pathsOf(children, full)
    if (index) return [parent]
    return path === '*' ? [] : [full]
  })

/**
 * Renders the page at a path as HTML for a kind of person: the page of the site without what only the server knows.
 * For visitors of members' pages, renders the sign-in page to which they are redirected, and for the admin area its overview.
 * @returns null if the page redirects elsewhere
 */
export async function prerender(path: string, viewer: Viewer): Promise<Prerendered | null> {
  await preloadPage(path, viewer)
  const { html, redirect } = render(path, viewer)
  if (!redirect) return { html, shows: path }
  const shows = FOLLOWED.find(followed => followed === redirect.to)
  if (!shows) return null
  await preloadPage(shows, viewer)
  return { html: render({ pathname: shows }, viewer, redirect.state).html, shows }
}

const FOLLOWED = ['/login', '/admin/overview']

function render(to: To, viewer: Viewer, state: unknown = null) {
  let redirect: NavigateProps | null = null
  const observe = (observed: NavigateProps) => {
    redirect = observed
  }
  const location = typeof to === 'string' ? to : { ...to, state }
  const presumed = presumedSession(viewer)
  const html = renderToString(
    <Hydration>
      <StrictMode>
        <RedirectObserver value={observe}>
          <StaticRouter location={location}>
            <App queryClient={createPresumingQueryClient(presumed)} presumed={presumed} />
          </StaticRouter>
        </RedirectObserver>
      </StrictMode>
    </Hydration>,
  )
  if (html.includes(UNFINISHED)) throw new Error(`${JSON.stringify(to)} waits for a script: preload it.`)
  return { html, redirect: redirect as NavigateProps | null }
}

/** React's mark of a part that waits for something: the browser would report that it differs. */
const UNFINISHED = '<!--$!-->'
