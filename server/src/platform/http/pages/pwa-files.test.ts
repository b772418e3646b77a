import { expect, test } from 'vitest'
import { aPagesFolder } from '../../../testing/pages-folder.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const pagesFolder = await aPagesFolder()
const bank = await startTestApp({}, { pagesFolder })
const named = await startTestApp({ BRAND_NAME: 'রক্ত "Bank"' }, { pagesFolder })
const get = (url: string, at = bank) => at.stranger().send('GET', url)

test('the manifest has the name that the operator configured', async () => {
  const { status, headers, text } = await get('/manifest.webmanifest', named)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
    'no-cache',
  ])
  expect(JSON.parse(text)).toEqual({ name: 'রক্ত "Bank"', start_url: '/view-requests' })
})

test('the service worker is revalidated at every visit and has the type of a script', async () => {
  const { status, headers } = await get('/service-worker.js')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
})

test('the service worker changes when the page changes with the configuration', async () => {
  const [usual, again, renamed] = await Promise.all([
    get('/service-worker.js'),
    get('/service-worker.js'),
    get('/service-worker.js', named),
  ])
  expect(usual.text).toMatch(/revision:"[0-9a-f]{16}"/)
  expect(again.text).toBe(usual.text)
  expect(renamed.text).not.toBe(usual.text)
})

test('only the page that may register the service worker is marked', async () => {
  const mark = '<meta name="may-register-worker" />'
  expect((await get('/offline-access')).text).toContain(mark)
  expect((await get('/offline-access?from=here')).text).toContain(mark)
  for (const url of ['/', '/offline', '/offline-access/', '/offline-accessible', '/view-requests'])
    expect((await get(url)).text).not.toContain(mark)
})
