import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { parentPort, Worker, workerData } from 'node:worker_threads'
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

const DRAW_ALL = 'draw all pictures'

/** Draws everything in a thread of its own, because the build keeps this one busy. */
const drawAll = () =>
  new Promise<[path: string, png: Uint8Array][]>((resolve, reject) =>
    new Worker(new URL(import.meta.url), { workerData: DRAW_ALL })
      .once('message', resolve)
      .once('error', reject),
  )

if (parentPort && workerData === DRAW_ALL) {
  // To optimize the renderer takes V8 more processor time than to draw so few pictures without it.
  setFlagsFromString('--no-wasm-tier-up --no-wasm-dynamic-tiering')
  const drawn = Object.entries(DRAWINGS).map(async ([path, drawing]) => [path, await draw(drawing)])
  parentPort.postMessage(await Promise.all(drawn))
}

let drawing: ReturnType<typeof drawAll> | null = null

/** Adds the icons and the previews of links to the built pages. In development, draws each when it is asked for. */
export const pictures: Plugin = {
  name: 'pictures',
  applyToEnvironment: ({ config }) => !config.build.ssr,
  buildStart() {
    if (!this.meta.watchMode) drawing = drawAll()
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: FAVICON.path.slice(1), source: FAVICON.svg })
    for (const [path, source] of (await drawing) ?? [])
      this.emitFile({ type: 'asset', fileName: path.slice(1), source })
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
