import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

const ROOT = join(import.meta.dirname, '../..')
const WEB = join(ROOT, 'web')
const DIST = join(WEB, 'dist')
/** In a folder that is not served. */
const STAMP = '.vite/built-from.txt'
const SOURCES = [
  'web/src/**',
  'web/public/**',
  'web/index.html',
  'web/build/**',
  'web/vite.config.ts',
  'contract/src/**',
  'package-lock.json',
]

/** Hashes the names and contents of all sources. Not their modification times, which are new in a fresh clone. */
function hashOfSources() {
  const hash = createHash('sha256')
  const paths = SOURCES.flatMap(pattern => globSync(join(ROOT, pattern))).sort()
  for (const path of paths.filter(path => statSync(path).isFile() && !/\.test\.tsx?$/.test(path))) {
    const content = readFileSync(path)
    hash.update(`${relative(ROOT, path)} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** False where only the packages of a server were installed. */
function areBuildToolsInstalled() {
  try {
    return Boolean(import.meta.resolve('vite'))
  } catch {
    return false
  }
}

const NO_BUILD_TOOLS =
  'The pages are not built, or their sources have changed, and the build tools are not installed. ' +
  'Run "npm ci", or copy the folder web/dist from where "npm run build" was run.'

/**
 * Loads the server once, which starts nothing, so that Node has compiled it before its first start (tools/require-node.mjs).
 * The options must be those of `npm start`, because V8 does not use what it compiled with others.
 */
function compileServer() {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [, , ...start] = scripts.start.replace('main.ts', 'product.ts').split(' ')
  const loading = spawn(process.execPath, start, { cwd: ROOT, stdio: 'ignore' })
  if (loading.pid !== undefined) setPriority(loading.pid, constants.priority.PRIORITY_LOW)
}

/**
 * Builds the pages if they are missing or their sources have changed. Replaces the old build with one rename, so that an
 * interrupted build is never used.
 * @throws if they must be built but only the packages of a server are installed
 */
async function buildIfStale() {
  const sourcesHash = hashOfSources()
  const stamp = join(DIST, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash) return
  if (!areBuildToolsInstalled()) throw new Error(NO_BUILD_TOOLS)
  compileServer()
  // The bundler reads them when it is loaded, and then gives back at once what it has freed, which is 200 MB.
  Object.assign(process.env, { MIMALLOC_ARENA_EAGER_COMMIT: '0', MIMALLOC_PURGE_DELAY: '0' })
  const [{ build }, { buildRenderer }, { buildServiceWorker }, { buildSharePage }] = await Promise.all([
    import('vite'),
    import('./renderer.ts'),
    import('./build-service-worker.ts'),
    import('./build-share-page.ts'),
  ])
  const fresh = join(ROOT, '.build', `pages-${process.pid}`)
  const old = `${fresh}.old`
  try {
    mkdirSync(fresh, { recursive: true })
    // One after the other: at once they take as long on two processors, and 150 MB more.
    await build({
      root: WEB,
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: false },
    })
    await buildSharePage(fresh)
    await buildRenderer(fresh)
    await compressAssets(fresh)
    await buildServiceWorker(fresh)
    writeFileSync(join(fresh, STAMP), sourcesHash)
    if (existsSync(DIST)) renameSync(DIST, old)
    renameSync(fresh, DIST)
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes a `.br` file beside every text file of the build, so that the server need not compress it per request. */
async function compressAssets(folder: string) {
  const paths = globSync('{assets,icons}/*.{js,css,svg}', { cwd: folder })
  await Promise.all(
    paths.map(async path => {
      const file = join(folder, path)
      writeFileSync(`${file}.br`, await compress(readFileSync(file)))
    }),
  )
}

await buildIfStale().catch((error: Error) => {
  console.error(error.message === NO_BUILD_TOOLS ? `\n${NO_BUILD_TOOLS}\n` : error)
  process.exit(1)
})
