import type { HtmlTagDescriptor, Plugin } from 'vite'

const EARLY = 'src/start/early.ts'
const FONT = /figtree-latin-wght-normal-[^/]+\.woff2$/

/**
 * Adds to the page's head the script that applies the theme and a preload of the main font. Both file names contain a
 * hash that only the build knows.
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
      const files = Object.values(bundle)
      const early = files.find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith(EARLY))
      const font = files.find(({ fileName }) => FONT.test(fileName))
      if (!early || !font) throw new Error('The build has no early script or no font.')
      return [script(`/${early.fileName}`), preload(`/${font.fileName}`)]
    },
  },
}

const script = (src: string): HtmlTagDescriptor => ({ tag: 'script', attrs: { src }, injectTo: 'head' })

const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: true },
  injectTo: 'head',
})
