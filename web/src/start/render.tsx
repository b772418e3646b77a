import { AsyncLocalStorage } from 'node:async_hooks'
import type { PageRead, PageRenderer, PageReply, PageRequest } from '@blood-bank/contract/pages/rendering'
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { type NavigateProps, type RouteObject, StaticRouter } from 'react-router'
import { addressOf, callThrough, type Transport } from '../api/call.ts'
import { isRefused } from '../api/explain-failure.ts'
import { refusalIn } from '../api/refusal.ts'
import { site, withoutDonorsQuery } from '../api/site.ts'
import { type SentPage, type SentReply, writeQueries } from '../session/sent-page.ts'
import { sessionQuery, toStoredSession } from '../session/session.ts'
import { Hydration } from '../ui/browser/after-hydration.tsx'
import { holdTime } from '../ui/browser/clock.ts'
import { preloadAll } from '../ui/browser/lazy-page.tsx'
import { App } from './app.tsx'
import { RedirectObserver } from './redirect.tsx'
import { ROUTES } from './routes.tsx'

/** How often a page is rendered at most: what it reads may lead to further reads. */
const MAX_RENDERINGS = 4

/** The pages to which the guards lead: they are rendered in place of the one that was asked for. */
const FOLLOWED = ['/login', '/admin/overview']

/** React's mark of a part that waits for something, or has thrown. */
const UNFINISHED = '<!--$!-->'
/** What has thrown, which React says in development only. */
const FAULT = /<!--\$!--><template([^>]*)>/

type Reading = { read: NonNullable<PageRequest['read']>; replies: SentReply[] }

/** What the calls of one rendering go through, so that those of two people never mix. */
const readings = new AsyncLocalStorage<Reading>()

callThrough(() => {
  const reading = readings.getStore()
  return reading ? answerFrom(reading) : null
})

const answerFrom =
  ({ read, replies }: Reading): Transport =>
  async (endpoint, { params = {}, query = {} }) => {
    if (endpoint.method !== 'GET') throw new Error(`${endpoint.path} is not for the server.`)
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    )
    const asked: PageRead = { path: endpoint.path, params, query: Object.fromEntries(given) }
    const { status, body, tag }: PageReply = await read(asked)
    if (status >= 400) throw refusalIn(body, status)
    replies.push({ address: addressOf(endpoint, { params, query }), tag, body })
    return body
  }

let preloading: Promise<void> | undefined

const listPaths = () => pathsOf(ROUTES)

const pathsOf = (routes: RouteObject[], parent = ''): string[] =>
  routes.flatMap(({ path = '', children, index }) => {
    const full = path.startsWith('/') ? path : [parent, path].filter(Boolean).join('/')
    if (children) return pathsOf(children, full)
    if (index) return [parent]
    return path === '*' ? [] : [full]
  })

/**
 * Renders a page for one person. What it shows says what it reads: it is rendered without, what its queries ask for is read,
 * and it is rendered again. So nothing lists what a page reads beside the page itself.
 */
async function renderPage({ path, search, session, isWithoutDonors, now, read }: PageRequest) {
  preloading ??= preloadAll()
  await preloading
  const client = createClient()
  if (session)
    client.setQueryData(sessionQuery.queryKey, toStoredSession(session), { updatedAt: now?.getTime() })
  if (isWithoutDonors) client.setQueryData(withoutDonorsQuery.queryKey, true)
  const replies: SentReply[] = []
  let rendered = render({ pathname: path, search }, client, now)
  const { redirect } = rendered
  let shows = path
  if (redirect) {
    const followed = FOLLOWED.find(known => known === redirect.to)
    if (!followed) return null
    shows = followed
  }
  const location = { pathname: shows, search: redirect ? '' : search, state: redirect?.state ?? null }
  if (redirect) rendered = render(location, client, now)
  for (let renderings = 1; read && renderings < MAX_RENDERINGS; renderings += 1) {
    const isRead = await readings.run({ read, replies }, () => readPending(client))
    if (!isRead) break
    rendered = render(location, client, now)
  }
  const { html } = rendered
  if (rendered.redirect || html.includes(UNFINISHED))
    throw new Error(`${path} cannot be rendered.`, { cause: FAULT.exec(html)?.[1] })
  const sent: SentPage = {
    shows,
    search: location.search,
    now: now?.toISOString() ?? null,
    replies,
    queries: writeQueries(client, replies),
  }
  return { shows, title: titleOf(shows, html), html, state: JSON.stringify(sent) }
}

/** Nothing is fetched by itself, and nothing again. */
const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, retryOnMount: false, refetchOnMount: false, networkMode: 'always' },
    },
  })

/**
 * Reads what the page asks for and has not got yet. A refusal is shown as the browser would show it.
 * @returns whether there was something
 * @throws whatever else a read throws
 */
async function readPending(client: QueryClient): Promise<boolean> {
  const pending = client.getQueryCache().findAll({
    predicate: ({ state, meta, options, queryKey }) =>
      state.status === 'pending' &&
      queryKey !== sessionQuery.queryKey &&
      !meta?.isForBrowser &&
      Reflect.get(options, 'enabled') !== false,
  })
  await Promise.all(
    pending.map(query =>
      query.fetch().catch(error => {
        if (!isRefused(error)) throw error
      }),
    ),
  )
  return pending.length > 0
}

type Shown = { pathname: string; search: string; state?: unknown }

function render(location: Shown, client: QueryClient, now: Date | null) {
  let redirect: NavigateProps | null = null
  const observe = (observed: NavigateProps) => {
    redirect ??= observed
  }
  // Rendering is one step: no other page is rendered meanwhile.
  holdTime(now)
  try {
    const html = renderToString(
      <Hydration>
        <StrictMode>
          <RedirectObserver value={observe}>
            <StaticRouter location={location}>
              <App queryClient={client} />
            </StaticRouter>
          </RedirectObserver>
        </StrictMode>
      </Hydration>,
    )
    return { html, redirect: redirect as NavigateProps | null }
  } finally {
    holdTime(null)
  }
}

/** The heading as the first part of the document title (ui/layout/page.tsx). */
const titleOf = (path: string, html: string) =>
  path === '/' ? '' : (/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '')

const renderer: PageRenderer = {
  listPaths,
  setSite: given => void Object.assign(site, given),
  renderPage,
}

export default renderer
