import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll } from 'vitest'

const FILES = {
  'index.html': '<!doctype html><title>Blood</title><!--site--><script src="/assets/app-3f2a.js"></script>',
  'landing.html':
    '<!doctype html><html><title>Blood</title><!--site--><script src="/assets/app-3f2a.js"></script><h1>Give</h1>{{brandName}}',
  'pages/find-donors.html':
    '<!doctype html><title>Blood</title><!--site--><script src="/assets/app-3f2a.js"></script><link href="/assets/donors-9e1c.js">',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'manifest.webmanifest': '{"name":"Blood","start_url":"/view-requests"}',
  'service-worker.js': 'precache([{url:"/offline",revision:"__SHELL_REVISION__"}])',
  'assets/app-3f2a.js': 'console.log(1)',
  'assets/app-3f2a.js.br': brotliCompressSync('console.log(1)'),
  'assets/app-77bc.css': 'p{color:red}',
  'assets/share-page-4d1b.css': 'main{margin:auto}',
  '.vite/manifest.json': '{"internal":true}',
}

/** A small folder with the layout of the web's build, removed after the test file. */
export async function aPagesFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['assets', 'pages', '.vite']) await mkdir(join(folder, name))
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content)
  return folder
}
