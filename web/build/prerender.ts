import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'

const WEB = join(import.meta.dirname, '..')

/** Placeholders of the operator's settings, which the server fills in (server: platform/http/pages/page-template.ts). */
const PLACEHOLDERS = {
  brandName: '{{brandName}}',
  clubName: '{{clubName}}',
  clubLinks: { website: '{{website}}', facebook: '{{facebook}}', linkedIn: '{{linkedIn}}' },
}

/**
 * Writes `landing.html` beside the `index.html` of a build: the same page with the landing page prerendered for a
 * visitor, so that it can be read before our script has run, or without it.
 * @param folder the built pages
 */
export async function prerenderLanding(folder: string): Promise<void> {
  const rendered = await renderLanding(`${folder}.prerender`)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const root = '<div id="root"></div>'
  if (!html.includes(root)) throw new Error(`index.html has no ${root}`)
  const ready = html.replace(root, () => `<div id="root" data-ready>${rendered}</div>`)
  writeFileSync(join(folder, 'landing.html'), deferScripts(ready, folder))
}

/**
 * Defers all scripts until after the first paint (src/app/start.ts), as the prerendered page can be read without them;
 * the server sets the theme.
 */
function deferScripts(html: string, folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const fileOf = (key: string) => `/${manifest[key]?.file}`
  const main = fileOf('index.html')
  const script = `<script type="module" crossorigin src="${main}"></script>`
  const early = `<script src="${fileOf('src/app/early.ts')}"></script>`
  for (const part of [script, early]) if (!html.includes(part)) throw new Error(`index.html has no ${part}`)
  const scripts = [...[...html.matchAll(PRELOADED)].map(([, part]) => part), main].join(' ')
  const start = `<script defer src="${fileOf('src/app/start.ts')}" data-scripts="${scripts}"></script>`
  return html.replaceAll(PRELOADED, '').replace(early, '').replace(script, start)
}

const PRELOADED = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g

async function renderLanding(folder: string): Promise<string> {
  const ssr = { ssr: 'src/app/prerender.tsx', outDir: folder, emptyOutDir: true, manifest: false }
  // The page reads the settings from the document; here it gets the placeholders for them.
  const document = { getElementById: () => ({ textContent: JSON.stringify(PLACEHOLDERS) }) }
  try {
    await build({ root: WEB, logLevel: 'warn', build: { ...ssr, copyPublicDir: false } })
    Object.assign(globalThis, { document })
    const { renderLanding } = await import(join(folder, 'prerender.js'))
    return renderLanding()
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
    rmSync(folder, { recursive: true, force: true })
  }
}
