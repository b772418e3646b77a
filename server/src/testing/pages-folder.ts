import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll } from 'vitest'

const HTML = `<!doctype html>
<html lang="en"><head>
<meta name="description" content="{{brandName}}">
<!--unknown-->
<title>Blood</title><!--site--><script src="/assets/app-3f2a.js"></script>
</head><body><div id="root"></div></body></html>`

const SCRIPTS = { '/find-donors': ['/assets/find-donors-9e1f.js'], '/login': ['/assets/login-5a7c.js'] }

const FILES = {
  'index.html': HTML,
  '.renderer/render.js': `export { default } from '${import.meta.resolve('./page-renderer.ts')}'`,
  '.renderer/scripts.json': JSON.stringify(SCRIPTS),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{"name":"Blood","start_url":"/view-requests"}',
  'service-worker.js': 'precache([{url:"/offline",revision:"__SHELL_REVISION__"}])',
  'assets/early-1c2d.js': 'document',
  'assets/app-3f2a.js': 'console.log(1)',
  'assets/app-3f2a.js.br': brotliCompressSync('console.log(1)'),
  'assets/app-77bc.css': 'p{color:red}',
  'assets/share-page-4d1b.css': 'main{margin:auto}',
  'previews/o-positive-needed.png': 'PNG',
  '.vite/manifest.json': '{"internal":true}',
}

/** A small folder with the layout of the web's build, removed after the test file. */
export async function aPagesFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}
