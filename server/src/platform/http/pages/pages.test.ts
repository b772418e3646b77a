import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aPagesFolder } from '../../../testing/pages-folder.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const pagesFolder = await aPagesFolder()
const bank = await startTestApp({ BRAND_NAME: "</script><script>alert('1')</script> $& $1" }, { pagesFolder })
const get = (url: string) => bank.stranger().send('GET', url)

test.each(['/', '/login', '/find-donors?bloodGroup=A%2B', '/admin/users', '/no/such/page', '/api-guide'])(
  '%s is answered with the HTML of the app',
  async url => {
    const { status, headers, text } = await get(url)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<title>Blood</title>')
  },
)

test('the name of the bank is in the HTML as escaped text', async () => {
  const { text } = await get('/?from=poster')
  expect(text).toContain('<h1>Give</h1>&#60;/script&#62;')
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
  expect(text.match(/<script/g)).toHaveLength(2)
})

test.each([
  ['/assets/app-3f2a.js', 'application/javascript; charset=utf-8', 'console.log(1)'],
  ['/assets/app-77bc.css', 'text/css; charset=utf-8', 'p{color:red}'],
])('%s is served with its content type', async (url, type, content) => {
  const { status, headers, text } = await get(url)
  expect([status, headers['content-type'], text]).toEqual([200, type, content])
})

test.each([
  '/api/nope',
  '/api',
  '/dev/nope',
  '/assets/none.js',
  '/assets/app-3f2a.js.br',
  '/assets',
  '/none.js',
  '/wp-login.php',
  '/.env',
  '/.vite/manifest.json',
  '/index.html',
  '/prerendered/member/find-donors.html',
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2fpackage.json',
])('%s is neither a page nor a file: 404 in JSON', async url => {
  expect(await get(url)).toRefuse('not-found')
})

test('HEAD of a page has the headers of GET and no body', async () => {
  const reply = await bank.stranger().send('HEAD', '/login')
  expect([reply.status, reply.text, reply.headers['content-type']]).toEqual([
    200,
    '',
    'text/html; charset=utf-8',
  ])
})

test('POST to a page is not found', async () => {
  expect(await bank.stranger().send('POST', '/login', { body: {} })).toRefuse('not-found')
})

test.each(['/', '/login', '/assets/app-3f2a.js'])(
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
