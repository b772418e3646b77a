import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findBloodGroupInUrl } from '@blood-bank/contract/donors/blood-groups'
import { READ_CAMPUS_FIGURES } from '@blood-bank/contract/endpoint'
import { restoreAddress } from '@blood-bank/contract/pages/addresses'
import type { PageRead, PageReply } from '@blood-bank/contract/pages/rendering'
import type { Session } from '@blood-bank/contract/sessions/endpoints'
import type { Site } from '@blood-bank/contract/site/endpoints'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { embedJson, fillTemplate } from '../../html.ts'
import { refusalOf } from '../errors.ts'
import { pathOf, SERVICE_WORKER_REGISTRATION_PATHS } from '../headers.ts'
import { namesHtml, opensPage, textOf } from '../opens-page.ts'
import { measureDelay } from '../overload/event-loop-delay.ts'
import { refuse } from '../refuse.ts'
import { matchesEntityTag } from '../replies/entity-tag.ts'
import { PWA_FILES, servePwaFiles } from './pwa-files.ts'
import { compressOnce, loadRenderer, type PagesOfPath } from './rendered-pages.ts'

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
  /**
   * Looks up whoever asks for a page, and waits for the turn of their call; null for a session that is suspended. It may fail.
   * @param isAnswered whether the page was sent without waiting for this any longer
   */
  findPerson: (req: FastifyRequest, reply: FastifyReply, isAnswered: () => boolean) => Promise<Person | null>
  /** Whether nobody has registered as a donor, which the landing page says. It may fail. */
  isWithoutDonors: () => Promise<boolean>
  /** How long a page waits for its data. */
  maxWaitMs: number
  /** A later event loop has no time to render. */
  maxDelayMs: number
  metrics: Registry
}

/** What the landing page shows to everybody, and needs in its first paint. */
const FIGURES: PageRead = { path: READ_CAMPUS_FIGURES.path, params: {}, query: {} }

/** More at once would keep calls waiting. */
const MAX_RENDERED_AT_ONCE = 4

/** How long files are cached, by folder; others are asked for each time. */
const CACHING = [
  // A name holds a hash of the content, so the content never changes.
  ['assets/', `public, max-age=${YEAR_S}, immutable`],
  // The pictures of links (contract/src/blood-requests/descriptions.ts) keep their names when they are drawn anew.
  ['previews/', `public, max-age=${30 * DAY_S}`],
] as const

/**
 * Serves the web build: files by name, and every page rendered for whoever asks, with its data. Where the router in the
 * browser finds a page under another spelling of its path, the empty page. All other paths lead to `/` (spec §2).
 */
export async function servePages(
  app: FastifyInstance,
  { folder, site, publicUrl, now, findPerson, isWithoutDonors, maxWaitMs, maxDelayMs, metrics }: PageOptions,
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
    const wait = startWaiting(maxWaitMs)
    try {
      const isEmpty = path === '/' && (await wait.inTime(isWithoutDonors(), false))
      const look = { theme: req.cookies.theme, isWithoutDonors: isEmpty }
      const person = pages && (await wait.inTime(findPerson(req, reply, wait.isOver), null))
      if (pages && person?.session.user && mayHaveData(req)) {
        const page = await wait.inTime(renderFor(req, { pages, person, look, wait }), null)
        if (page !== null) {
          reply.header('cache-control', 'no-store').header('vary', 'accept-encoding, cookie')
          return await send(req, reply, page, () => compressOnce(page))
        }
      }
      // Why a session has ended is told by itself.
      const isKnown = person !== null && person.session.user === null && !person.session.endedBecause
      const figures = path === '/' && person ? await wait.inTime(answer(req, person, FIGURES), null) : null
      const page =
        (await pages
          ?.forEverybody({ ...look, isKnown, search: searchForEverybody(req), figures })
          .catch(error => report(req, error))) ?? empty
      reply
        .header('cache-control', pages ? 'private, no-cache' : 'no-cache')
        .header('vary', pages ? 'accept-encoding, cookie' : 'accept-encoding')
        .header('etag', page.tag)
      if (matchesEntityTag(req, page.tag)) return await reply.code(304).send()
      return await send(req, reply, page.plain, () => page.compressed)
    } finally {
      wait.end()
    }
  })

  /** The page of one person with its data; null if it is to be sent without. */
  async function renderFor(
    req: FastifyRequest,
    { pages, person, look, wait }: Rendering,
  ): Promise<string | null> {
    if (renderings >= MAX_RENDERED_AT_ONCE || readDelay() > maxDelayMs) return null
    renderings += 1
    try {
      const read = (given: PageRead) => {
        // What is read now is shown to nobody, and would count.
        if (wait.isOver()) throw new WithoutData()
        return answer(req, person, given)
      }
      return await pages.forPerson(look, {
        session: person.session,
        search: searchOf(req),
        read: pages.isPersonal || pathOf(req) === '/' ? read : null,
      })
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
    const { name = 'unknown', stack = '' } = error instanceof Error ? error : {}
    const at = stack.split('\n').find(line => /^ +at /.test(line))
    req.log.error({ reason: name, at: at?.trim() }, 'page not rendered')
    return null
  }
}

type Rendering = {
  pages: PagesOfPath
  person: Person
  look: { theme: string | undefined; isWithoutDonors: boolean }
  wait: Wait
}

/** What of the query concerns the layout, and is nobody's: the code of a public page only by its name. */
function searchForEverybody(req: FastifyRequest) {
  const query = new URLSearchParams(searchOf(req))
  if (query.has('shared')) return '?shared='
  const group = pathOf(req) === '/' ? findBloodGroupInUrl(query.get('bloodGroup')) : null
  return group ? `?bloodGroup=${encodeURIComponent(group)}` : ''
}

const searchOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

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
    // The browser tries such a call once more.
    if (status >= 500) throw new WithoutData()
    return { status, body: { error: { code, message, fields } }, tag: null }
  }
}

/** Whether a person opens the page now: not a program that looks at what a link leads to, and not a browser in advance. */
const mayHaveData = ({ method, headers }: FastifyRequest) =>
  method === 'GET' &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  !/prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`) &&
  !/bot\b|crawler|spider/i.test(headers['user-agent'] ?? '')

async function send(
  req: FastifyRequest,
  reply: FastifyReply,
  html: string,
  compress: () => Buffer | Promise<Buffer>,
) {
  reply.type('text/html; charset=utf-8')
  if (negotiate(req.headers['accept-encoding'] ?? '', ['br']) === null) return reply.send(html)
  return reply.header('content-encoding', 'br').send(await compress())
}

type Wait = ReturnType<typeof startWaiting>

/** Waits for what a page needs, for so long altogether. Whatever goes on after that is for nobody. */
function startWaiting(maxWaitMs: number) {
  let isOver = false
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const end = () => {
    isOver = true
    clearTimeout(timeout)
    resolve()
  }
  const timeout = setTimeout(end, maxWaitMs)
  return {
    isOver: () => isOver,
    end,
    /** The result; `otherwise` if it fails or comes too late. */
    inTime: <T>(result: Promise<T>, otherwise: T): Promise<T> =>
      Promise.race([result, over.then(() => otherwise)]).catch(() => otherwise),
  }
}

/** The service worker caches the empty page from a path that no page has (web/src/device/service-worker/pages.ts). */
const isFetchedByWorker = (req: FastifyRequest, path: string) => path === '/offline' && !namesHtml(req)

/**
 * Marks the page that was sent with the policy of `SERVICE_WORKER_REGISTRATION_PATHS`, as opposed to one reached by a link
 * within the site.
 */
const markRegistrationPage = (html: string) =>
  html.replace('<script', '<meta name="may-register-worker" /><script')
