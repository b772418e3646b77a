import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pageHead } from './build/page-head.ts'

const SERVER = 'http://127.0.0.1:3000'

/** The libraries of every page; without infinite queries, which the landing page does not use. */
const SHARED_LIBRARIES =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\/(?!.*infinite)/i

/** The calls of the interface, and parts of nearly every page. */
const CALLS =
  /src\/(api\/(call|read-refusal|recent-password|refusal|reply-cache)|ui\/(browser\/after-hydration|controls\/(button|link-button)|layout\/stack))\.tsx?$/

const SHARED = /\/(libraries|calls|rolldown-runtime)-/

/** Small parts that most pages use: each file of its own costs every page that names it. */
const FIELDS =
  /src\/(forms\/(text-|text-area-|select-|checkbox-)?field|session\/passkeys\/has-passkeys)\.(tsx?|module\.css)$/
/** With the schema library, of which `required-blood` needs a part: every page with a card has both. */
const CARDS =
  /src\/(ui\/(layout\/(card|small-print)|records\/(facts|dates|table-roles|badge|badge-icon|skeleton)|phone\/phone-link|feedback\/(copy-text|use-transient-value))|(calendar-dates|donors\/labels|blood-requests\/required-blood)|features\/alerts\/pause-labels)\.(tsx?|module\.css)$/

/** In development, inserts the operator's settings into the page as the server does for the built page. */
const siteInPage: Plugin = {
  name: 'site-in-page',
  apply: 'serve',
  async transformIndexHtml(html) {
    const site = await fetch(`${SERVER}/api/site`).then(
      reply => (reply.ok ? reply.text() : null),
      () => null,
    )
    if (!site) return html
    const json = site.replaceAll('<', '\\u003c')
    return html
      .replaceAll('{{brandName}}', JSON.parse(site).brandName)
      .replace('<!--site-->', `<script type="application/json" id="site">${json}</script>`)
  },
}

/**
 * The router's package exports its development build only, whose messages are a kilobyte of every page. Its components for
 * framework mode have names for development and are not marked as free of side effects, so the build would keep them.
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(packageOf('react-router'), 'production/index.mjs') },
      ],
    },
  }),
  transform: {
    filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
    handler: code =>
      code
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replaceAll(/(?<== )(?=React\d*\.(?:forwardRef|memo|createContext)\()/g, '/* @__PURE__ */ '),
  },
}

const packageOf = (name: string) => join(dirname(fileURLToPath(import.meta.resolve(name))), '..')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), siteInPage, pageHead, productionRouter],
  server: {
    proxy: { '/api': SERVER, '/dev': SERVER, '/r/': SERVER, '/healthz': SERVER },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // All styles together are a few kilobytes. In one file, no page waits for the styles of its parts.
    cssCodeSplit: false,
    // The content security policy forbids inline scripts and data URLs (TRUST 21).
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page that loads another one has the scripts of every page already.
      resolveDependencies: (_, files, { hostType }) =>
        files.filter(file => hostType === 'html' || !SHARED.test(file)),
    },
    // Lets the build drop unused parts of the contract: creating a schema has no side effects.
    rolldownOptions: {
      treeshake: {
        manualPureFunctions: ['endpoint', 'withRequired', 'z'],
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
      },
      // The libraries of every page in one chunk: it compresses better, needs one request on a slow connection, and stays
      // cached from one release to the next.
      // So do the calls and the most frequent parts, which otherwise are several chunks.
      output: {
        // Every page names all chunks, and their hashes can't be compressed. Seven hex digits are smaller by half than eight
        // of base 64, and tell the versions of a file apart as well.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'libraries', test: SHARED_LIBRARIES },
            { name: 'calls', test: CALLS },
            { name: 'fields', test: FIELDS },
            { name: 'cards', test: CARDS },
          ],
        },
      },
    },
  },
})
