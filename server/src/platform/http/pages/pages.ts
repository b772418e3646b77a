import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { restoreAddress } from '@blood-bank/contract/restore-address'
import type { Reminder, Viewer } from '@blood-bank/contract/sessions/viewers'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, SERVICE_WORKER_REGISTRATION_PATHS } from '../headers.ts'
import { refuse } from '../refuse.ts'
import { matchesEntityTag } from '../replies/entity-tag.ts'
import { namesHtml, opensPage, textOf } from './opens-page.ts'
import { embedSite, fillTemplate, type TemplateValues } from './page-template.ts'
import { compress, readPrerenderedPages } from './prerendered-pages.ts'
import { PWA_FILES, servePwaFiles } from './pwa-files.ts'

const DAY_S = 86_400
const YEAR_S = 365 * DAY_S

type FoundViewer = { viewer: Viewer; reminders: Reminder[] }

type PageOptions = {
  /** The output folder of the web build. */
  folder: string
  /** The configuration that the pages need; embedded in each page, so that no request has to wait for it. */
  site: { brandName: string }
  /** The values of the placeholders in the HTML. */
  templateValues: TemplateValues
  /** For whom a page is, and what they still have to do: reads the session. It may fail. */
  findViewer: (req: FastifyRequest, reply: FastifyReply) => Promise<FoundViewer>
  /** Whether nobody has registered as a donor, which the landing page says. It may fail. */
  isWithoutDonors: () => Promise<boolean>
}

/** A page does not wait longer for the database: without an answer it says that access is being verified. */
const MAX_LOOKUP_MS = 1_000
const UNKNOWN: FoundViewer = { viewer: 'unknown', reminders: [] }

/** How long files are cached, by folder; others are asked for each time. */
const CACHING = [
  // A name holds a hash of the content, so the content never changes.
  ['assets/', `public, max-age=${YEAR_S}, immutable`],
  // The pictures of links (contract/src/blood-requests/link-previews.ts) keep their names when they are drawn anew.
  ['previews/', `public, max-age=${30 * DAY_S}`],
] as const

/**
 * Serves the web build: files by name, and the pages that the build rendered for whoever asks. Where the router in the
 * browser finds a page under another spelling of its path, the empty page. All other paths lead to `/` (spec §2).
 */
export async function servePages(
  app: FastifyInstance,
  { folder, site, templateValues, findViewer, isWithoutDonors }: PageOptions,
) {
  const complete = (html: string, path: string) => {
    const page = embedSite(fillTemplate(html, templateValues), site)
    return SERVICE_WORKER_REGISTRATION_PATHS.includes(path) ? markRegistrationPage(page) : page
  }
  const html = complete(await readFile(join(folder, 'index.html'), 'utf8'), '')
  await servePwaFiles(app, { folder, html, brandName: site.brandName })
  const shell = await compress(html)
  const { findPages, isPage } = await readPrerenderedPages(folder, complete)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The build writes a `.br` file beside each text file.
    preCompressed: true,
    // The entity tag does the same as a date, and nobody asks for a part of a file: 2 kB less for each page.
    lastModified: false,
    acceptRanges: false,
    globIgnore: ['**/.vite/**', '**/*.html', '**/*.br', ...PWA_FILES],
    setHeaders: (reply, path) => {
      const [, cacheControl = 'no-cache'] =
        CACHING.find(([name]) => path.startsWith(join(folder, name))) ?? []
      reply.header('cache-control', cacheControl)
    },
  })
  app.get('/*', { schema: { hide: true } }, async (req, reply) => {
    const path = pathOf(req) ?? ''
    const findPage = findPages(path)
    const restored = findPage || isPage(path) || opensPage(req) ? restoreAddress(textOf(req)) : null
    if (restored !== null) return reply.header('cache-control', 'no-store').redirect(restored)
    if (!findPage && !isPage(path) && !isFetchedByWorker(req, path)) {
      reply.header('cache-control', 'no-store')
      if (opensPage(req)) return reply.redirect('/')
      throw refuse('not-found')
    }
    const theme = req.cookies.theme
    const isEmpty = await inTime(isWithoutDonors(), false)
    const { viewer, reminders } = findPage ? await inTime(findViewer(req, reply), UNKNOWN) : UNKNOWN
    const page = (await findPage?.(viewer, { theme, isWithoutDonors: isEmpty, reminders })) ?? shell
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', findPage ? 'private, no-cache' : 'no-cache')
      .header('vary', findPage ? 'accept-encoding, cookie' : 'accept-encoding')
      .header('etag', page.tag)
    if (matchesEntityTag(req, page.tag)) return reply.code(304).send()
    if (negotiate(req.headers['accept-encoding'] ?? '', ['br']) === null) return reply.send(page.plain)
    return reply.header('content-encoding', 'br').send(page.compressed)
  })
}

/** What the database says; `otherwise` if it fails or takes too long. */
async function inTime<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const timer = new AbortController()
  const timeout = setTimeout(MAX_LOOKUP_MS, otherwise, { signal: timer.signal })
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
