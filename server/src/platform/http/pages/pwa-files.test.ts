import { expect, test } from 'vitest'
import { aPagesFolder } from '../../../testing/pages-folder.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const pagesFolder = await aPagesFolder()
const bank = await startTestApp({}, { pagesFolder })
const named = await startTestApp({ BRAND_NAME: 'রক্ত "Bank"' }, { pagesFolder })
const get = (url: string, at = bank) => at.stranger().send('GET', url)

test('a phone installs the bank under the name that the operator gave it', async () => {
  const { status, headers, text } = await get('/manifest.webmanifest', named)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
    'no-cache',
  ])
  expect(JSON.parse(text)).toEqual({ name: 'রক্ত "Bank"', start_url: '/view-requests' })
})

test('the service worker is asked for anew at every visit, and is a script to the browser', async () => {
  const { status, headers } = await get('/service-worker.js')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
})

test('a page that changed with the configuration alone is new to the service worker', async () => {
  const [usual, again, renamed] = await Promise.all([
    get('/service-worker.js'),
    get('/service-worker.js'),
    get('/service-worker.js', named),
  ])
  expect(usual.text).toMatch(/revision:"[0-9a-f]{16}"/)
  expect(again.text).toBe(usual.text)
  expect(renamed.text).not.toBe(usual.text)
})

test('only the page that came with the right to register a service worker is told so', async () => {
  const mark = '<meta name="may-register-worker" />'
  expect((await get('/offline-access')).text).toContain(mark)
  expect((await get('/offline-access?from=here')).text).toContain(mark)
  for (const url of ['/', '/offline', '/offline-access/', '/offline-accessible', '/view-requests'])
    expect((await get(url)).text).not.toContain(mark)
})
