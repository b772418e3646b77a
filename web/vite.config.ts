import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pageHead } from './build/page-head.ts'

const SERVER = 'http://127.0.0.1:3000'

/** Without what fetches lists page by page, which the landing page does not. */
const GROUND =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\/(?!.*infinite)/i

/** While developing, puts into the page what the server puts there when it serves the built one. */
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), siteInPage, pageHead],
  server: {
    proxy: { '/api': SERVER, '/dev': SERVER, '/healthz': SERVER },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // All styles are a few kilobytes: fetched once, no page waits for those of its parts.
    cssCodeSplit: false,
    // The content security policy lets nothing run or show that is written into the page (TRUST 21).
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What a page does not use of the contract stays out of its script: making a schema does nothing else.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['endpoint', 'withRequired', 'z'] },
      // What every page needs comes in one piece: it packs better, is one errand on a poor line, and stays the same
      // from one release of ours to the next.
      output: { codeSplitting: { groups: [{ name: 'ground', test: GROUND }] } },
    },
  },
})
