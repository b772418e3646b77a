import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { REGISTERS_WORKER } from './headers.ts'
import { INSTALLABLE_FILES, serveInstallable } from './installable.ts'
import { refuse } from './refuse.ts'

const YEAR_S = 31_536_000

/**
 * Serves the built pages: files by their names, and the one HTML page for every path of the site, which finds
 * its own way from there.
 * @param folder what the web's build wrote
 * @param site what the pages know of the configuration; it travels inside the page, so that nothing waits for it
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  site: { brandName: string },
): Promise<void> {
  const html = withSite(await readFile(join(folder, 'index.html'), 'utf8'), site)
  await serveInstallable(app, { folder, html, brandName: site.brandName })
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/.vite/**', 'index.html', ...INSTALLABLE_FILES],
    // A name under assets holds a hash of its content, so the content never changes.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
  app.get('/*', { schema: { hide: true } }, async (req, reply) => {
    const path = req.url.split('?', 1)[0] ?? '/'
    if (isOfNoPage(path)) throw refuse('not-found')
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(path === REGISTERS_WORKER ? mayRegister(html) : html)
  })
}

/** The interface and files that do not exist are not the page's business. */
const isOfNoPage = (path: string) => /^\/(api|dev|assets)(\/|$)/.test(path) || /\.\w{2,5}$/.test(path)

/** Tells the page that it came with the policy of `REGISTERS_WORKER`, and not by a link within the site. */
const mayRegister = (html: string) => html.replace('<script', '<meta name="may-register-worker" /><script')

/** A block of JSON is no script to the content policy; `<` is escaped so that nothing can end it early. */
const withSite = (html: string, site: object) =>
  html.replace(
    '<!--site-->',
    () =>
      `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`,
  )
