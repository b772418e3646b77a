import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'

/** What the server knows and the build does not: it is filled in when the page is served (http/page-words.ts). */
const PLACES = {
  brandName: '{{brandName}}',
  clubName: '{{clubName}}',
  clubLinks: { website: '{{website}}', facebook: '{{facebook}}', linkedIn: '{{linkedIn}}' },
}

/**
 * Writes `landing.html` beside the `index.html` of a build: the same page with the landing page in it as a visitor
 * sees it, so that it can be read before, and without, our script.
 * @param folder of the built pages
 */
export async function prerenderLanding(folder: string): Promise<void> {
  const rendered = await renderLanding(`${folder}.prerender`)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const root = '<div id="root"></div>'
  if (!html.includes(root)) throw new Error(`index.html has no ${root}`)
  const ready = html.replace(root, () => `<div id="root" data-ready>${rendered}</div>`)
  writeFileSync(join(folder, 'landing.html'), startLater(ready, folder))
}

/**
 * What is there to be read needs no script of ours: styles and letters go before it on the line, and
 * src/app/start.ts runs it.
 */
function startLater(html: string, folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const main = `/${manifest['index.html']?.file}`
  const start = `/${manifest['src/app/start.ts']?.file}`
  const script = `<script type="module" crossorigin src="${main}"></script>`
  if (!html.includes(script)) throw new Error(`index.html has no ${script}`)
  return html
    .replace(script, `<script defer src="${start}" data-main="${main}"></script>\n    ${preload(main)}`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}

const preload = (script: string) => `<link rel="modulepreload" crossorigin href="${script}">`

async function renderLanding(folder: string): Promise<string> {
  const ssr = { ssr: 'src/app/prerender.tsx', outDir: folder, emptyOutDir: true, manifest: false }
  // The page reads from its document what the server wrote there; here that is where to write it.
  const document = { getElementById: () => ({ textContent: JSON.stringify(PLACES) }) }
  try {
    await build({ root: import.meta.dirname, logLevel: 'warn', build: { ...ssr, copyPublicDir: false } })
    Object.assign(globalThis, { document })
    const { renderLanding } = await import(join(folder, 'prerender.js'))
    return renderLanding()
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
    rmSync(folder, { recursive: true, force: true })
  }
}
