import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** In bytes (docs/design.md). */
const LANDING_LIMIT = 110_000
const PAGE_LIMIT = 150_000

const PAGE = /^src\/(?:pages\/(?=[^/]+\/page)|(?=admin\/))(.+)\/page\.tsx$/
/** What every page loads. */
const ENTRY = 'index.html'
const ADMIN_LAYOUT = 'src/admin/frame/admin-layout.tsx'

/**
 * `node tools/page-weights.ts [folder of a build]` prints the compressed JavaScript that each page needs before it is shown:
 * that of every page, its chunk, and what they import. Chunks that are loaded later (a dialog, a banner) are not included. It exits
 * with 1 if a page exceeds its limit.
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '../web/dist')
const manifest: Record<string, { file: string; imports?: string[]; isDynamicEntry?: boolean }> = JSON.parse(
  readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
)

function filesOf(keys: string[], files = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    filesOf(chunk.imports ?? [], files)
  }
  return files
}

const sizes = new Map(
  Object.values(manifest).map(({ file }) => [
    file,
    file.endsWith('.js') ? brotliCompressSync(readFileSync(join(folder, file))).length : 0,
  ]),
)

const pages = Object.keys(manifest)
  .filter(key => PAGE.test(key) && manifest[key]?.isDynamicEntry)
  .map(key => {
    const name = key.replace(PAGE, '$1')
    const files = filesOf([ENTRY, key, ...(name.startsWith('admin/') ? [ADMIN_LAYOUT] : [])])
    const bytes = [...files].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
    return name === 'landing'
      ? { path: '/', bytes, limit: LANDING_LIMIT }
      : { path: `/${name}`, bytes, limit: PAGE_LIMIT }
  })
if (pages.length === 0) throw new Error('The build has no pages.')

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
for (const { path, bytes, limit } of pages.sort((one, other) => other.bytes - one.bytes))
  console.log(`${bytes > limit ? '✗' : ' '} ${path.padEnd(24)}${kB(bytes).padStart(9)} of ${kB(limit)}`)
process.exitCode = pages.some(({ bytes, limit }) => bytes > limit) ? 1 : 0
