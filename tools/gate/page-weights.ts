import { brotliCompressSync } from 'node:zlib'

/** One chunk in Vite's manifest. */
type Chunk = { file: string; src?: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }

export type Manifest = Record<string, Chunk>

/** The JavaScript that a page needs before it is shown, compressed as for browsers. */
export type PageWeight = { page: string; bytes: number; limit: number }

/** In bytes (DESIGN §6). */
const LIMITS = { landing: 92_000, other: 130_000 }

const ENTRY = 'index.html'
const START = 'src/app/start.ts'
const ADMIN_LAYOUT = 'src/app/admin/admin-layout.tsx'
const PAGE = /^src\/pages\/(.+)\.tsx$/

/**
 * The weight of every page: the entry, the page's chunk, and their imports, each once. Chunks that are loaded later (a
 * dialog, a banner) are not included.
 * @param read reads a built file by name
 */
export function weighPages(manifest: Manifest, read: (file: string) => Buffer): PageWeight[] {
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? brotliCompressSync(read(file)).length
    sizes.set(file, size)
    return size
  }
  const weigh = (...keys: string[]) =>
    [...new Set([...keys.flatMap(key => [...filesOf(manifest, key)]), ...starting(manifest)])]
      .map(sizeOf)
      .reduce((sum, size) => sum + size, 0)
  const pages = Object.entries(manifest).flatMap(([key, { src = '', isDynamicEntry }]) => {
    const page = isDynamicEntry ? PAGE.exec(src)?.[1] : undefined
    if (!page) return []
    const isLanding = page === 'landing'
    const limit = isLanding ? LIMITS.landing : LIMITS.other
    const layouts = page.startsWith('admin/') ? [ADMIN_LAYOUT] : []
    return [{ page: isLanding ? '/' : `/${page}`, bytes: weigh(ENTRY, key, ...layouts), limit }]
  })
  return pages.sort((a, b) => b.bytes - a.bytes)
}

/** The script that every page loads in addition to its modules. */
const starting = (manifest: Manifest) =>
  Object.values(manifest)
    .filter(({ src }) => src === START)
    .map(({ file }) => file)

function filesOf(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest has no ${key}.`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

/** One line for each page, marked if it is too heavy. */
export const inLines = (weights: PageWeight[]): string[] =>
  weights.map(
    ({ page, bytes, limit }) =>
      `${bytes > limit ? '✗' : ' '} ${page.padEnd(24)}${kB(bytes).padStart(9)} of ${kB(limit)}`,
  )

export const tooHeavy = (weights: PageWeight[]): PageWeight[] =>
  weights.filter(({ bytes, limit }) => bytes > limit)
