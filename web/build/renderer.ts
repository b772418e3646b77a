import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageRenderer } from '@blood-bank/contract/pages/rendering'
import { build, type Manifest } from 'vite'
import { scriptsOfPages } from './page-scripts.ts'

const WEB = join(import.meta.dirname, '..')

/** In the folder of built pages, and not served. */
const FOLDER = '.renderer'

/**
 * Builds what renders the pages on the server (src/start/render.tsx), as one file with all its libraries, because a server
 * has only its own installed; and `scripts.json`, the scripts of the page at each path.
 * @param folder the built pages
 */
export async function buildRenderer(folder: string): Promise<void> {
  const outDir = join(folder, FOLDER)
  await build({
    root: WEB,
    configLoader: 'native',
    logLevel: 'warn',
    ssr: { noExternal: true },
    // React's own checks take most of the time of a page, and the server runs as development in a demo.
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    build: {
      ssr: 'src/start/render.tsx',
      outDir,
      emptyOutDir: true,
      manifest: false,
      minify: true,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const { default: renderer }: { default: PageRenderer } = await import(join(outDir, 'render.js'))
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const scriptsOf = scriptsOfPages(manifest)
  const scripts = renderer.listPaths().map(path => [path, scriptsOf(path).map(file => `/${file}`)])
  writeFileSync(join(outDir, 'scripts.json'), JSON.stringify(Object.fromEntries(scripts)))
}
