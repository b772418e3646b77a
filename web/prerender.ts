import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

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
  writeFileSync(join(folder, 'landing.html'), ready)
}

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
