import { basename, dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pictures } from './build/pictures/pictures.ts'
import { renderedInDevelopment } from './build/rendered-in-development.ts'

const SERVER = 'http://127.0.0.1:3000'

/** The libraries of every page; without infinite queries, which the landing page does not use. */
const SHARED_LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\/(?!.*infinite)/i

/** What starts every page, and the page that is to stay the lightest. */
const MAIN = join(import.meta.dirname, 'src/start/main.tsx')
const LANDING = join(import.meta.dirname, 'src/pages/landing/')

type Graph = { getModuleInfo: (id: string) => { importedIds: string[] } | null }

const neededFirst = new WeakMap<Graph, Set<string>>()

/** Whether one of the first modules imports it, directly or not. The landing page's own parts would weigh on every page. */
function isNeededFirst(id: string, graph: Graph): boolean {
  const needed = neededFirst.get(graph) ?? findNeededFirst(graph)
  return needed.has(id) && id !== MAIN && !id.startsWith(LANDING)
}

/** Finds all of them at once: the graph is complete when its modules are divided into chunks. */
function findNeededFirst(graph: Graph): Set<string> {
  const needed = new Set([MAIN, `${LANDING}page.tsx`])
  for (const found of needed)
    for (const imported of graph.getModuleInfo(found)?.importedIds ?? []) needed.add(imported)
  neededFirst.set(graph, needed)
  return needed
}

const EARLY = 'src/start/early.ts'
const FONT = /figtree-latin-wght-normal-[^/]+\.woff2$/

/**
 * Adds to the page's head a preload of the main font, whose name contains a hash that only the build knows; in development
 * also the script that applies the theme, which the server adds to the pages that need it.
 */
const pageHead: Plugin = {
  name: 'page-head',
  buildStart() {
    if (this.meta.watchMode || this.environment?.config.build.ssr) return
    this.emitFile({ type: 'chunk', id: EARLY, name: 'early' })
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      if (!bundle) return [{ tag: 'script', attrs: { src: `/${EARLY}` }, injectTo: 'head' }]
      const font = Object.keys(bundle).find(fileName => FONT.test(fileName))
      if (!font) throw new Error('The build has no font.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

/** What an endpoint does is said to readers of the interface; every page would load 1.5 kB of it. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler: code => code.replace(/^ +summary:\s*(['"`]).*\1,$/gm, ''),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutSummaries, react(), renderedInDevelopment(SERVER), pageHead, pictures],
  // Vite's own way to make names of classes unique took a quarter of the build.
  css: { transformer: 'lightningcss' },
  server: {
    proxy: { '/api': SERVER, '/dev': SERVER, '/r/': SERVER, '/healthz': SERVER },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // All styles together are a few kilobytes. In one file, no page waits for the styles of its parts.
    cssCodeSplit: false,
    // The content security policy forbids inline scripts and data URLs (docs/trust.md, 21).
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // On a slow machine it would print how long each plugin took.
      checks: { bundlerTimings: false },
      // The libraries of every page in one chunk: it compresses better, needs one request on a slow connection, and stays
      // cached from one release to the next.
      output: {
        // Error messages show the name of a script: `page` would tell nobody which page.
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${name === 'page' && facadeModuleId ? basename(dirname(facadeModuleId)) : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'libraries', test: SHARED_LIBRARIES },
            // Each script costs a phone some milliseconds before the page can be used: with these two, the dashboard has 23, not 62.
            { name: (id, graph) => (isNeededFirst(id, graph) ? 'start' : null) },
            { name: 'parts', minShareCount: 7 },
          ],
        },
      },
    },
  },
})
