import type { HtmlTagDescriptor, Plugin } from 'vite'

const EARLY = 'src/start/early.ts'
const FONT = /figtree-latin-wght-normal-[^/]+\.woff2$/

/**
 * Adds to the page's head a preload of the main font, whose name contains a hash that only the build knows; in development
 * also the script that applies the theme, which the server adds to the pages that need it.
 */
export const pageHead: Plugin = {
  name: 'page-head',
  buildStart() {
    if (this.meta.watchMode || this.environment?.config.build.ssr) return
    this.emitFile({ type: 'chunk', id: EARLY, name: 'early' })
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      if (!bundle) return [script(`/${EARLY}`)]
      const font = Object.keys(bundle).find(fileName => FONT.test(fileName))
      if (!font) throw new Error('The build has no font.')
      return [preload(`/${font}`)]
    },
  },
}

const script = (src: string): HtmlTagDescriptor => ({ tag: 'script', attrs: { src }, injectTo: 'head' })

const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true },
  injectTo: 'head',
})
