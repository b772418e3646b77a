import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll } from 'vitest'

const prerendered = (heading: string) =>
  `<!doctype html><html><title>Blood</title><!--site--><script src="/assets/app-3f2a.js"></script><h1>${heading}</h1>{{brandName}}`

const FILES = {
  'index.html': '<!doctype html><title>Blood</title><!--site--><script src="/assets/app-3f2a.js"></script>',
  'prerendered/visitor/index.html': prerendered('Give'),
  'prerendered/member/index.html': prerendered('Welcome back'),
  'prerendered/unknown/index.html': prerendered('Give or take'),
  'prerendered/visitor/find-donors.html': prerendered('Sign In'),
  'prerendered/member/find-donors.html': prerendered('Find Donors'),
  'prerendered/admin/find-donors.html': prerendered('Find Donors, admin'),
  'prerendered/unknown/find-donors.html': prerendered('Verifying access...'),
  'prerendered/admin/admin.html': prerendered('Overview'),
  'prerendered/unknown/admin.html': prerendered('Verifying access...'),
  'prerendered/admin/admin/users.html': prerendered('Manage Users'),
  'prerendered/unknown/admin/users.html': prerendered('Verifying access...'),
  'prerendered/unknown/offline-access.html': prerendered('Offline access'),
  'prerendered/unknown/unsubscribe/:token.html': prerendered('Stop alerts'),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{"name":"Blood","start_url":"/view-requests"}',
  'service-worker.js': 'precache([{url:"/offline",revision:"__SHELL_REVISION__"}])',
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
