import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { VIEWERS, type Viewer } from '@blood-bank/contract/sessions/viewers'
import { build, type Manifest } from 'vite'
import type { Prerendered } from '../src/start/prerender.tsx'
import { scriptsOfPages } from './page-scripts.ts'

const WEB = join(import.meta.dirname, '..')

/** Placeholders of the operator's settings, which the server fills in (server: platform/http/pages/page-template.ts). */
const PLACEHOLDERS = {
  version: '{{version}}',
  brandName: '{{brandName}}',
  clubName: '{{clubName}}',
  clubLinks: { website: '{{website}}', facebook: '{{facebook}}', linkedIn: '{{linkedIn}}' },
  contactUrl: '{{contactUrl}}',
  hotlineNumber: null,
  sendsTexts: false,
  shortestPassword: '{{shortestPassword}}',
  retention: {
    sessions: '{{sessions}}',
    unverifiedAccounts: '{{unverifiedAccounts}}',
    textsStored: '{{textsStored}}',
    textsStoredFor: '{{textsStoredFor}}',
    textsAudited: '{{textsAudited}}',
    textsDelivery: '{{textsDelivery}}',
    textsHelp: '{{textsHelp}}',
  },
}

/**
 * Writes each page of the site as HTML for each kind of person who may open it (`prerendered/member/find-donors.html`),
 * so that it can be read before our scripts have run, or without them.
 * @param folder the built pages
 */
export async function prerenderPages(folder: string): Promise<void> {
  await withRenderer(rendererFolder(folder), async ({ listPaths, prerender }) => {
    const template = createTemplate(folder)
    for (const path of listPaths())
      for (const viewer of VIEWERS) {
        const page = await prerender(path, viewer)
        if (page) write(join(folder, fileOfPage(path, viewer)), template({ ...page, path, viewer }))
      }
  })
}

/** Where what renders the pages of a folder is built. */
export const rendererFolder = (folder: string) => `${folder}.prerender`

const fileOfPage = (path: string, viewer: Viewer) =>
  `prerendered/${viewer}${path === '/' ? '/index' : path}.html`

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The HTML around a page. Its scripts are fetched after the first paint (src/start/start.ts). The server sets the theme. */
function createTemplate(folder: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const fileOf = (key: string) => `/${manifest[key]?.file}`
  const main = fileOf('index.html')
  const script = `<script type="module" crossorigin src="${main}"></script>`
  const early = `<script src="${fileOf('src/start/early.ts')}"></script>`
  const root = '<div id="root"></div>'
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const part of [script, early, root])
    if (!html.includes(part)) throw new Error(`index.html has no ${part}`)
  const shared = [...html.matchAll(PRELOADED)].map(([, part]) => part)
  const scriptsOf = scriptsOfPages(manifest)
  return ({ path, viewer, shows, html: content }: Prerendered & { path: string; viewer: Viewer }) => {
    const preloads = [...shared, ...scriptsOf(shows).map(file => `/${file}`)].join(' ')
    const data = `data-main="${main}" data-preloads="${preloads}"`
    const start = `<script defer src="${fileOf('src/start/start.ts')}" ${data}></script>`
    const redirect = shows === path ? '' : ` data-shows="${shows}"`
    return html
      .replace('<title>', () => `<title>${titleOf(shows, content)}`)
      .replace(early, '')
      .replaceAll(PRELOADED, '')
      .replace(script, start)
      .replace(root, () => `<div id="root" data-viewer="${viewer}"${redirect}>${content}</div>`)
  }
}

/** The heading as the first part of the document title (src/ui/layout/page.tsx). */
function titleOf(path: string, content: string): string {
  const heading = /<h1[^>]*>(.*?)<\/h1>/.exec(content)?.[1]
  return heading && path !== '/' ? `${heading} · ` : ''
}

const PRELOADED = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g

type Renderer = typeof import('../src/start/prerender.tsx')

/** Builds the pages for Node, and removes that build afterwards. */
async function withRenderer(folder: string, use: (renderer: Renderer) => Promise<void>): Promise<void> {
  const ssr = { ssr: 'src/start/prerender.tsx', outDir: folder, emptyOutDir: true, manifest: false }
  // The pages read the settings from the document; here they get the placeholders for them.
  const document = { getElementById: () => ({ textContent: JSON.stringify(PLACEHOLDERS) }) }
  try {
    // Node loads the configuration itself: Vite would bundle it first.
    await build({
      root: WEB,
      configLoader: 'native',
      logLevel: 'warn',
      build: { ...ssr, copyPublicDir: false },
    })
    Object.assign(globalThis, { document })
    await use(await import(join(folder, 'prerender.js')))
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
    rmSync(folder, { recursive: true, force: true })
  }
}
