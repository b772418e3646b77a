import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Manifest } from 'vite'

const ENTRY = 'index.html'
const PAGE = /^src\/pages\/(.+)\.tsx$/

/**
 * Writes a copy of `index.html` for every page (`pages/find-donors.html`) that preloads the scripts of that page. They
 * are then fetched together with the shared scripts, not after those have run and fetched the session.
 * @param folder the built pages
 */
export function writePages(folder: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const html = readFileSync(join(folder, ENTRY), 'utf8')
  for (const [page, scripts] of Object.entries(scriptsOfPages(manifest))) {
    const file = join(folder, `pages/${page}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, html.replace('</head>', `${scripts.map(hint).join('')}</head>`))
  }
}

const hint = (script: string) =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${script}">\n`

/** The scripts of each page, except those of every page. */
export function scriptsOfPages(manifest: Manifest): Record<string, string[]> {
  const shared = scriptsOf(manifest, ENTRY)
  return Object.fromEntries(
    Object.keys(manifest).flatMap(key => {
      const page = PAGE.exec(key)?.[1]
      return page ? [[page, [...scriptsOf(manifest, key)].filter(script => !shared.has(script))]] : []
    }),
  )
}

function scriptsOf(manifest: Manifest, key: string, scripts = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest has no ${key}.`)
  if (scripts.has(chunk.file)) return scripts
  scripts.add(chunk.file)
  for (const other of chunk.imports ?? []) scriptsOf(manifest, other, scripts)
  return scripts
}
