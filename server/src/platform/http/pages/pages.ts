import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Site } from '@blood-bank/contract/campus/site'
import type { PageRead, PageReply } from '@blood-bank/contract/page-rendering'
import { restoreAddress } from '@blood-bank/contract/restore-address'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { refusalOf } from '../errors.ts'
import { pathOf, SERVICE_WORKER_REGISTRATION_PATHS } from '../headers.ts'
import { measureDelay } from '../overload/pressure.ts'
import { refuse } from '../refuse.ts'
import { matchesEntityTag } from '../replies/entity-tag.ts'
import { namesHtml, opensPage, textOf } from './opens-page.ts'
import { embedJson, fillTemplate } from './page-template.ts'
import { PWA_FILES, servePwaFiles } from './pwa-files.ts'
import { loadRenderer, type PagesOfPath, type SentPage } from './rendered-pages.ts'

const DAY_S = 86_400
const YEAR_S = 365 * DAY_S

/** Whoever asks for a page, and what answers its reads with their rights. */
type Person = {
  session: Session
  read: (read: PageRead) => Promise<{ text: string; tag: string | null }>
  /** Whether a read shows phone numbers, which count for whoever reads them. */
  countsNumbers: (read: PageRead) => boolean
}

type PageOptions = {
  /** The output folder of the web build. */
  folder: string
  /** The configuration that the pages need; embedded in each page, so that no request has to wait for it. */
  site: Site
  publicUrl: string
  now: () => Date
  /** Looks up whoever asks for a page; null for a session that is suspended. It may fail. */
  findPerson: (req: FastifyRequest, reply: FastifyReply) => Promise<Person | null>
  /** Whether nobody has registered as a donor, which the landing page says. It may fail. */
  isWithoutDonors: () => Promise<boolean>
  metrics: Registry
}

/** A page does not wait longer for its data: without, it says that access is being verified, and the browser asks. */
const MAX_WAIT_MS = 1_000
/** More at once would keep calls waiting. */
const MAX_RENDERINGS = 4
/** A later event loop has no time to render. */
const MAX_DELAY_MS = 100

/** How long files are cached, by folder; others are asked for each time. */
const CACHING = [
  // A name holds a hash of the content, so the content never changes.
  ['assets/', `public, max-age=${YEAR_S}, immutable`],
  // The pictures of links (contract/src/blood-requests/link-previews.ts) keep their names when they are drawn anew.
  ['previews/', `public, max-age=${30 * DAY_S}`],
] as const

/**
 * Serves the web build: files by name, and every page rendered for whoever asks, with its data. Where the router in the
 * browser finds a page under another spelling of its path, the empty page. All other paths lead to `/` (spec §2).
 */
export async function servePages(
  app: FastifyInstance,
  { folder, site, publicUrl, now, findPerson, isWithoutDonors, metrics }: PageOptions,
) {
  const prepare = (html: string, path: string) =>
    SERVICE_WORKER_REGISTRATION_PATHS.includes(path) ? markRegistrationPage(html) : html
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const template = fillTemplate(built, { brandName: site.brandName, publicUrl }).replace('<!--site-->', () =>
    embedJson('site', JSON.stringify(site)),
  )
  const { findPages, isPage, empty } = await loadRenderer(folder, { site, template, now, prepare })
  await servePwaFiles(app, { folder, html: empty.plain, brandName: site.brandName })
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The build writes a `.br` file beside each text file.
    preCompressed: true,
    // The entity tag does the same as a date, and nobody asks for a part of a file: 2 kB less for each page.
    lastModified: false,
    acceptRanges: false,
    globIgnore: ['**/.vite/**', '**/.renderer/**', '**/*.html', '**/*.br', ...PWA_FILES],
    setHeaders: (reply, path) => {
      const [, cacheControl = 'no-cache'] =
        CACHING.find(([name]) => path.startsWith(join(folder, name))) ?? []
      reply.header('cache-control', cacheControl)
    },
  })
  const failures = new Counter({
    name: 'page_rendering_failures_total',
    help: 'Pages that could not be rendered, and were sent without data.',
    registers: [metrics],
  })
  const { readDelay, stop } = measureDelay()
  app.addHook('onClose', async () => stop())
  let renderings = 0

  app.get('/*', { schema: { hide: true } }, async (req, reply) => {
    const path = pathOf(req) ?? ''
    const pages = findPages(path)
    const restored = pages || isPage(path) || opensPage(req) ? restoreAddress(textOf(req)) : null
    if (restored !== null) return reply.header('cache-control', 'no-store').redirect(restored)
    if (!pages && !isPage(path) && !isFetchedByWorker(req, path)) {
      reply.header('cache-control', 'no-store')
      if (opensPage(req)) return reply.redirect('/')
      throw refuse('not-found')
    }
    const isEmpty = path === '/' && (await inTime(isWithoutDonors(), false))
    const look = { theme: req.cookies.theme, isWithoutDonors: isEmpty }
    const person = pages && mayHaveData(req) ? await inTime(findPerson(req, reply), null) : null
    if (pages && person?.session.user) {
      const page = await inTime(renderFor(req, { pages, person, look }), null)
      if (page) return send(req, reply.header('cache-control', 'no-store').header('vary', 'cookie'), page)
    }
    const isKnown = person !== null && person.session.user === null
    const page = (await pages?.forEverybody({ ...look, isKnown }).catch(error => report(req, error))) ?? empty
    return send(
      req,
      reply
        .header('cache-control', pages ? 'private, no-cache' : 'no-cache')
        .header('vary', pages ? 'accept-encoding, cookie' : 'accept-encoding')
        .header('etag', page.tag),
      page,
    )
  })

  /** The page of one person with its data; null if it is to be sent without. */
  async function renderFor(
    req: FastifyRequest,
    { pages, person, look }: Rendering,
  ): Promise<SentPage | null> {
    if (renderings >= MAX_RENDERINGS || readDelay() > MAX_DELAY_MS) return null
    renderings += 1
    try {
      const search = req.url.includes('?') ? req.url.slice(req.url.indexOf('?')) : ''
      const read = pages.isPersonal ? (given: PageRead) => answer(req, person, given) : null
      return await pages.forPerson(look, { session: person.session, search, read })
    } catch (error) {
      return report(req, error)
    } finally {
      renderings -= 1
    }
  }

  function report(req: FastifyRequest, error: unknown) {
    if (error instanceof WithoutData) return null
    failures.inc()
    // Its message may have values of the page.
    req.log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'page not rendered')
    return null
  }
}

type Rendering = {
  pages: PagesOfPath
  person: Person
  look: { theme: string | undefined; isWithoutDonors: boolean }
}

/** Thrown to send a page without data. */
class WithoutData extends Error {}

/** Answers what a page reads, or how it is refused. */
async function answer(
  req: FastifyRequest,
  { read, countsNumbers }: Person,
  given: PageRead,
): Promise<PageReply> {
  // Nobody's numbers are spent by a link on another site.
  if (req.headers['sec-fetch-site'] === 'cross-site' && countsNumbers(given)) throw new WithoutData()
  try {
    const { text, tag } = await read(given)
    return { status: 200, body: JSON.parse(text), tag }
  } catch (error) {
    const { code, status, message, fields } = refusalOf(error as FastifyError, req)
    return { status, body: { error: { code, message, fields } }, tag: null }
  }
}

/** Whether a person opens the page now: not a program that looks at what a link leads to, and not a browser in advance. */
const mayHaveData = ({ method, headers }: FastifyRequest) =>
  method === 'GET' &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  !/prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`) &&
  !/bot\b|crawler|spider/i.test(headers['user-agent'] ?? '')

function send(req: FastifyRequest, reply: FastifyReply, page: SentPage) {
  reply.type('text/html; charset=utf-8')
  if (reply.getHeader('etag') && matchesEntityTag(req, page.tag)) return reply.code(304).send()
  if (negotiate(req.headers['accept-encoding'] ?? '', ['br']) === null) return reply.send(page.plain)
  return reply.header('content-encoding', 'br').send(page.compressed)
}

/** What the database says; `otherwise` if it fails or takes too long. */
async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const timer = new AbortController()
  const timeout = setTimeout(MAX_WAIT_MS, otherwise, { signal: timer.signal })
  try {
    return await Promise.race([answer, timeout])
  } catch {
    return otherwise
  } finally {
    timer.abort()
  }
}

/** The service worker caches the empty page from a path that no page has (web/src/device/service-worker/pages.ts). */
const isFetchedByWorker = (req: FastifyRequest, path: string) => path === '/offline' && !namesHtml(req)

/** Marks the page that was sent with the policy of `SERVICE_WORKER_REGISTRATION_PATHS`, as opposed to one reached by a link within the site. */
const markRegistrationPage = (html: string) =>
  html.replace('<script', '<meta name="may-register-worker" /><script')
