import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../refuse.ts'
import { pathOf, SERVICE_WORKER_REGISTRATION_PATHS } from '../headers.ts'
import { entityTagOf, matchesEntityTag } from '../replies/entity-tag.ts'
import { embedSite, fillTemplate, type TemplateValues } from './page-template.ts'
import { PWA_FILES, servePwaFiles } from './pwa-files.ts'

const YEAR_S = 31_536_000

type PageOptions = {
  /** The output folder of the web build. */
  folder: string
  /** The configuration that the pages need; embedded in each page, so that no request has to wait for it. */
  site: { brandName: string }
  /** The values of the placeholders in the HTML. */
  templateValues: TemplateValues
  isSignedIn: (req: FastifyRequest) => boolean
}

/**
 * Serves the web build: files by name, and one HTML page for every path of the site, which the router in the browser takes
 * from there. For paths that the build prerendered, the page preloads the scripts of that path. The landing page is
 * prerendered with its content.
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
    precompress(SERVICE_WORKER_REGISTRATION_PATHS.includes(path) ? markRegistrationPage(html) : html)
  const pages = new Map(SERVICE_WORKER_REGISTRATION_PATHS.map(path => [path, precompressFor(path, html)]))
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
    // The build writes a `.br` file beside each text file.
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
    return reply.header('content-encoding', 'br').send(page.compressed)
  })
}

const precompress = (html: string) => ({
  plain: html,
  compressed: brotliCompressSync(html),
  tag: entityTagOf(html),
})

/**
 * The landing page is painted before any script runs, so the server sends it in the chosen theme
 * (web/src/ui/theme/theme.ts).
 * @returns the page for the theme in the cookie
 */
function createThemedPages(html: string) {
  const inTheme = (theme: string) => precompress(html.replace('<html', `<html data-theme="${theme}"`))
  const [systemTheme, light, dark] = [precompress(html), inTheme('light'), inTheme('dark')]
  return (theme: string | undefined) => (theme === 'dark' ? dark : theme === 'light' ? light : systemTheme)
}

/** Paths of the API and of missing files are answered with 404, not with the page. */
const isNotPagePath = (path: string) => /^\/(api|dev|assets)(\/|$)/.test(path) || /\.\w{2,5}$/.test(path)

/** Marks the page that was sent with the policy of `SERVICE_WORKER_REGISTRATION_PATHS`, as opposed to one reached by a link within the site. */
const markRegistrationPage = (html: string) =>
  html.replace('<script', '<meta name="may-register-worker" /><script')
