import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aPagesFolder } from '../../../testing/pages-folder.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const pagesFolder = await aPagesFolder()
const bank = await startTestApp({ BRAND_NAME: "</script><script>alert('1')</script> $& $1" }, { pagesFolder })
const get = (url: string) => bank.stranger().send('GET', url)

/** Chromium's header for what a person opens. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const openInBrowser = (url: string, method = 'GET') =>
  bank.stranger().send(method, url, { headers: { accept: ACCEPT } })

test.each([
  '/',
  '/find-donors?bloodGroup=A%2B',
  '/admin/users',
  '/unsubscribe/a.b',
  '/Find-Donors',
  '/admin/users/',
  '/admin',
])('%s is answered with the HTML of the app', async url => {
  for (const reply of [await get(url), await openInBrowser(url)]) {
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.text).toMatch(/<title>([\w ]+ · )?Blood<\/title>/)
  }
})

const UNKNOWN_PATHS = [
  '/no/such/page',
  '/no/such/page?next=//evil.example',
  '/api-guide',
  '/find-donors/more',
  '/offline',
  '/%2F/evil.example',
  '/%5C%5Cevil.example',
  '/%0D%0Alocation:%20x',
  `/r/${'x'.repeat(200)}`,
]
const UNKNOWN_FILES = [
  '/index.html',
  '/index.php',
  '/john.doe',
  '/none.webmanifest',
  '/assets',
  '/assets/none.js',
  '/assets/app-3f2a.js.br',
  '/.renderer/render.js',
  '/.renderer/scripts.json',
  '/dev/nope',
  '/.env',
  '/.vite/manifest.json',
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2fpackage.json',
  '/%E0%A4%A',
]

test.each([...UNKNOWN_PATHS, ...UNKNOWN_FILES])('the unknown path %s leads a browser to /', async url => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await openInBrowser(url, method)
    expect([method, status, headers.location, headers['cache-control']]).toEqual([
      method,
      302,
      '/',
      'no-store',
    ])
  }
})

test('a program that takes anything is led to /, too, but not a picture, nor the service worker, which gets the empty page', async () => {
  const { status, headers } = await get('/no/such/page')
  expect([status, headers.location]).toEqual([302, '/'])
  for (const accept of ['application/json', 'image/avif,image/*,*/*;q=0.8'])
    expect(await bank.stranger().send('GET', '/no/such/page', { headers: { accept } })).toRefuse('not-found')
  const page = await get('/offline')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>Blood</title>')])
})

test('the name of the bank is in the HTML as escaped text', async () => {
  const { text } = await get('/?from=poster')
  expect(text).toContain('content="&lt;/script&gt;')
})

test.each([
  ['theme=dark', 'dark'],
  ['a=b; theme=light; c=d', 'light'],
  ['theme=system', null],
  ['theme=darker', null],
  ['other-theme=dark', null],
])(
  'with the cookies %s the page has the theme %s, and each theme has its own entity tag',
  async (cookie, theme) => {
    const [chosen, bySystem] = [
      await bank.stranger().send('GET', '/', { headers: { cookie } }),
      await get('/'),
    ]
    expect(/<html data-theme="(\w+)"/.exec(chosen.text)?.[1] ?? null).toBe(theme)
    expect(chosen.headers.etag === bySystem.headers.etag).toBe(theme === null)
  },
)

test('the settings of the installation are embedded in the page, escaped', async () => {
  const { text } = await get('/')
  const [, json] = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(text) ?? []
  expect(json).not.toContain('<')
  expect(JSON.parse(json ?? '')).toMatchObject({
    brandName: "</script><script>alert('1')</script> $& $1",
    shortestPassword: 6,
  })
  // Beside the settings, the script of the page, and what it takes over.
  expect(text.match(/<script/g)).toHaveLength(3)
})

test.each([
  ['/assets/app-3f2a.js', 'application/javascript; charset=utf-8', 'console.log(1)'],
  ['/assets/app-77bc.css', 'text/css; charset=utf-8', 'p{color:red}'],
])('%s is served with its content type', async (url, type, content) => {
  const { status, headers, text } = await get(url)
  expect([status, headers['content-type'], text]).toEqual([200, type, content])
})

test.each(UNKNOWN_FILES.filter(path => path !== '/%E0%A4%A'))(
  'a script or picture at %s is missing: 404 in JSON',
  async url => {
    const reply = await bank.stranger().send('GET', url, { headers: { accept: 'image/avif,*/*;q=0.8' } })
    expect(reply).toRefuse('not-found')
    expect(await get(url)).toRefuse('not-found')
  },
)

test.each(['/api/nope', '/api', '/%61pi/nope', '/api/nope.html'])(
  '%s belongs to the interface, also in a browser: 404 in JSON',
  async url => {
    expect(await openInBrowser(url)).toRefuse('not-found')
  },
)

test.each(['/', '/find-donors/', '/assets/app-3f2a.js'])(
  '%s is compressed for browsers that accept it, and uncompressed for others',
  async url => {
    const plain = await get(url)
    const accepting = { headers: { 'accept-encoding': 'gzip, deflate, br' } }
    const { rawPayload, headers } = await bank.app.inject({ url, ...accepting })
    expect([headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined])
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(headers['content-type']).toBe(plain.headers['content-type'])
    expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.text)
    for (const refusing of ['br;q=0', 'br;q=0.0, gzip;q=0', 'identity']) {
      const sent = await bank.app.inject({ url, headers: { 'accept-encoding': refusing } })
      expect([refusing, sent.headers['content-encoding'], sent.body]).toEqual([
        refusing,
        undefined,
        plain.text,
      ])
    }
  },
)

const TOKEN = 'T0ken_'.padEnd(43, 'x')

test.each([
  ['/find-donors%23', '/find-donors'],
  ['/find-donors?bloodGroup=A+', '/find-donors?bloodGroup=A%2B'],
  ['/FIND-DONORS%3FbloodGroup=ab%E2%88%92', '/find-donors?bloodGroup=AB-'],
  [`/verify-email%23token=${TOKEN}`, `/verify-email#token=${TOKEN}`],
  [`/verify-email?token=3D${TOKEN}`, `/verify-email#token=${TOKEN}`],
  [`/verify-email%23token=${TOKEN}%`, `/verify-email#token=${TOKEN}`],
  ['/answer%2523', '/answer'],
  ['/?bloodGroup=0-', '/?bloodGroup=O-'],
])('the damaged address %s leads to %s, and no cache keeps it', async (url, address) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await openInBrowser(url, method)
    expect([status, headers.location, headers['cache-control'], headers['referrer-policy']]).toEqual([
      302,
      address,
      'no-store',
      'no-referrer',
    ])
  }
})
