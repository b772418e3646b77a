import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'

const WEB = join(import.meta.dirname, '..')

/** The server replaces the revision with a hash of the page, whose content only the server knows. */
const SHELL = { url: '/offline', revision: '__SHELL_REVISION__' }

/** The style sheet of all pages, which no chunk references. */
const STYLES = 'style.css'

/**
 * Builds the service worker into a folder of built pages, under a fixed name, with the list of this build's files. Their
 * names contain a hash of their content, so they need no revision.
 */
export async function buildServiceWorker(folder: string): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const files = offlineFiles(manifest).map(file => ({ url: `/${file}`, revision: null }))
  if (!files.every(({ url }) => existsSync(join(folder, url))))
    throw new Error('Files of the manifest are missing from the build.')
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILT_FILES: JSON.stringify([SHELL, ...files]) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: join(WEB, 'src/device/service-worker/main.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/**
 * The files that the service worker caches: scripts, styles and fonts of all pages of the main site. Not the admin area,
 * which does not work offline, and not other images, which load when they are shown.
 */
export function offlineFiles(manifest: Manifest): string[] {
  const visited = new Set<string>()
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || visited.has(key)) return
    visited.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])])
      if (!isOfAdmins(other)) visit(other)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry || key === STYLES) visit(key)
  return [...files].filter(file => /\.(js|css|woff2)$/.test(file)).sort()
}

const isOfAdmins = (source: string) => source.startsWith('src/admin/')
