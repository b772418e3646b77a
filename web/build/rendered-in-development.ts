import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageRead, PageRenderer, PageReply } from '@blood-bank/contract/pages/rendering'
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'

/**
 * In development, puts the operator's settings into every page, and renders it for whoever opens it, as the server does with
 * the built one (server/src/platform/http/pages/). If that fails, the page comes empty.
 * @param server the address of the server, which is asked for settings, session and data
 */
export const renderedInDevelopment = (server: string): Plugin => ({
  name: 'rendered-in-development',
  apply: 'serve',
  configureServer(vite) {
    vite.middlewares.use(async ({ method, headers, url = '/' }, reply, next) => {
      const isPage = method === 'GET' && headers['sec-fetch-dest'] === 'document'
      const ask = (address: string) => askServer(server + address, headers.cookie)
      const page = isPage && (await render(vite, url, ask).catch(error => vite.config.logger.error(error)))
      if (!page) return next()
      reply.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store')
      reply.end(page)
    })
  },
  async transformIndexHtml(html) {
    const site = await askServer(`${server}/api/site`).catch(() => null)
    if (!site) return html
    return html
      .replaceAll('{{brandName}}', Reflect.get(Object(site.body), 'brandName'))
      .replace('<!--site-->', () => embed('site', JSON.stringify(site.body)))
  },
})

async function askServer(address: string, cookie = ''): Promise<PageReply> {
  const reply = await fetch(address, { headers: { cookie } })
  return { status: reply.status, body: await reply.json(), tag: reply.headers.get('etag') }
}

async function render(vite: ViteDevServer, url: string, ask: (address: string) => Promise<PageReply>) {
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite runs modules elsewhere.')
  const { default: renderer }: { default: PageRenderer } = await ssr.runner.import('/src/start/render.tsx')
  const [site, session] = await Promise.all([ask('/api/site'), ask('/api/session')])
  renderer.setSite(site.body as never)
  const { pathname, search } = new URL(url, 'http://localhost')
  const request = { path: pathname, search, session: session.body as never, now: new Date() }
  const read = (given: PageRead) => ask(addressOf(given))
  const page = await renderer.renderPage({ ...request, isWithoutDonors: false, read })
  if (!page) return null
  const template = await readFile(join(vite.config.root, 'index.html'), 'utf8')
  const root = `<div id="root">${page.html}</div>${embed('page', page.state)}`
  return (await vite.transformIndexHtml(url, template)).replace('<div id="root"></div>', () => root)
}

const addressOf = ({ path, params, query }: PageRead) =>
  `${path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))}?${new URLSearchParams(query)}`

const embed = (id: string, json: string) =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
