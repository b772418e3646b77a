import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../refuse.ts'
import { pathOf, SERVICE_WORKER_REGISTRATION_PATH } from '../headers.ts'
import { entityTagOf, matchesEntityTag } from '../replies/entity-tag.ts'
import { embedSite, fillTemplate, type TemplateValues } from './page-template.ts'
import { PWA_FILES, servePwaFiles } from './pwa-files.ts'

const YEAR_S = 31_536_000

type PageOptions = {
  /** What the web's build wrote. */
  folder: string
  /** What the pages know of the configuration; it travels inside the page, so that nothing waits for it. */
  site: { brandName: string }
  /** What the configuration says within the HTML itself. */
  templateValues: TemplateValues
  isSignedIn: (req: FastifyRequest) => boolean
}

/**
 * Serves the built pages: files by their names, and one HTML page for every path of the site, which finds its own
 * way from there; for a path that the build knows, it names that page's scripts. A visitor of the landing page gets it
 * ready to read.
 */
export async function servePages(
  app: FastifyInstance,
  { folder, site, templateValues, isSignedIn }: PageOptions,
) {
  const readPage = async (name: string) =>
    embedSite(fillTemplate(await readFile(join(folder, name), 'utf8'), templateValues), site)
  const html = await readPage('index.html')
  await servePwaFiles(app, { folder, html, brandName: site.brandName })
  const shell = precompress(html)
  const precompressFor = (path: string, html: string) =>
    precompress(path === SERVICE_WORKER_REGISTRATION_PATH ? markRegistrationPage(html) : html)
  const pages = new Map([
    [SERVICE_WORKER_REGISTRATION_PATH, precompressFor(SERVICE_WORKER_REGISTRATION_PATH, html)],
  ])
  for await (const name of glob('pages/**/*.html', { cwd: folder })) {
    const path = name.slice('pages'.length, -'.html'.length)
    pages.set(path, precompressFor(path, await readPage(name)))
  }
  const landing = existsSync(join(folder, 'landing.html'))
    ? createThemedPages(await readPage('landing.html'))
    : () => shell
  const pageFor = (path: string, req: FastifyRequest) =>
    path === '/' && !isSignedIn(req) ? landing(req.cookies.theme) : (pages.get(path) ?? shell)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The build put a `.br` beside each text.
    preCompressed: true,
    globIgnore: ['**/.vite/**', '**/*.html', '**/*.br', ...PWA_FILES],
    // A name under assets holds a hash of its content, so the content never changes.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
  app.get('/*', { schema: { hide: true } }, async (req, reply) => {
    const path = pathOf(req)
    if (path === null || isNotPagePath(path)) throw refuse('not-found')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    const page = pageFor(path, req)
    reply
      .header('vary', path === '/' ? 'accept-encoding, cookie' : 'accept-encoding')
      .header('etag', page.tag)
    if (matchesEntityTag(req, page.tag)) return reply.code(304).send()
    if (negotiate(req.headers['accept-encoding'] ?? '', ['br']) === null) return reply.send(page.plain)
    return reply.header('content-encoding', 'br').send(page.packed)
  })
}

const precompress = (html: string) => ({
  plain: html,
  packed: brotliCompressSync(html),
  tag: entityTagOf(html),
})

/**
 * A page that is painted before any script of ours runs: it comes in the theme that was chosen
 * (web/src/ui/theme/theme.ts).
 * @returns the page for a theme that a cookie names
 */
function createThemedPages(html: string) {
  const inTheme = (theme: string) => precompress(html.replace('<html', `<html data-theme="${theme}"`))
  const [bySystem, light, dark] = [precompress(html), inTheme('light'), inTheme('dark')]
  return (chosen: string | undefined) => (chosen === 'dark' ? dark : chosen === 'light' ? light : bySystem)
}

/** The interface and files that do not exist are not the page's business. */
const isNotPagePath = (path: string) => /^\/(api|dev|assets)(\/|$)/.test(path) || /\.\w{2,5}$/.test(path)

/** Tells the page that it came with the policy of `SERVICE_WORKER_REGISTRATION_PATH`, and not by a link within the site. */
const markRegistrationPage = (html: string) =>
  html.replace('<script', '<meta name="may-register-worker" /><script')
