import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'

const WEB = join(import.meta.dirname, '..')

/** The server puts a hash of the page in its place, as it alone knows what stands in the page. */
const SHELL = { url: '/offline', revision: '__SHELL_REVISION__' }

/** The one sheet of all pages, which no chunk names. */
const STYLES = 'style.css'

/**
 * Builds the service worker into a folder of built pages, under a name that stays the same. It is told the files of
 * this build; their names hold a hash of their content, so that they need no other revision.
 */
export async function buildServiceWorker(folder: string): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const files = filesFor(manifest).map(file => ({ url: `/${file}`, revision: null }))
  if (!files.every(({ url }) => existsSync(join(folder, url))))
    throw new Error('The build lacks its own files.')
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
        input: join(WEB, 'src/service-worker/main.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/**
 * What a browser keeps of a build: the scripts and styles of all pages of the main site, and the letters they are
 * set in. The admin area is of no use offline, and other pictures load when they are shown.
 */
export function filesFor(manifest: Manifest): string[] {
  const wanted = new Set<string>()
  const files = new Set<string>()
  const take = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || wanted.has(key)) return
    wanted.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])])
      if (!isOfAdmins(other)) take(other)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry || key === STYLES) take(key)
  return [...files].filter(file => /\.(js|css|woff2)$/.test(file)).sort()
}

const isOfAdmins = (source: string) => source.startsWith('src/pages/admin/')
