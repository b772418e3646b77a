import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Plugin } from 'vite'
import { DRAWINGS, type Drawing, FAVICON } from './drawings.ts'
import { encodeWithPalette } from './palette-png.ts'

const require = createRequire(import.meta.url)
const fileOf = (name: string) => readFileSync(require.resolve(name))

/** The weights that the drawings use: the renderer does not know the weights of the pages' variable font. */
const FONTS = [400, 800].map(weight =>
  fileOf(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff2`),
)

let loading: Promise<void> | null = null

/** Loads the renderer, which a process may do once; Vite evaluates this file again when its configuration changes. */
export function load(): Promise<void> {
  loading ??= initWasm(fileOf('@resvg/resvg-wasm/index_bg.wasm')).catch((error: Error) => {
    if (!error.message.startsWith('Already initialized')) throw error
  })
  return loading
}

/** Draws a PNG. */
export async function draw({ width, svg }: Drawing): Promise<Uint8Array> {
  await load()
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontBuffers: FONTS, defaultFontFamily: 'Figtree' },
  })
  const image = drawing.render()
  const png = encodeWithPalette(image) ?? image.asPng()
  image.free()
  drawing.free()
  return png
}

/** Adds the icons and the previews of links to the built pages. In development, draws each when it is asked for. */
export const pictures: Plugin = {
  name: 'pictures',
  async generateBundle() {
    if (this.environment.config.build.ssr) return
    this.emitFile({ type: 'asset', fileName: FAVICON.path.slice(1), source: FAVICON.svg })
    for (const [path, drawing] of Object.entries(DRAWINGS))
      this.emitFile({ type: 'asset', fileName: path.slice(1), source: await draw(drawing) })
  },
  configureServer(server) {
    server.middlewares.use(async (req, res, next) => {
      const drawing = DRAWINGS[req.url ?? '']
      if (drawing) res.setHeader('content-type', 'image/png').end(await draw(drawing))
      else if (req.url === FAVICON.path) res.setHeader('content-type', 'image/svg+xml').end(FAVICON.svg)
      else next()
    })
  },
}
