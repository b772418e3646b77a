import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { aPagesFolder } from '../../testing/pages-folder.ts'
import { startTestApp } from '../../testing/test-app.ts'

const pagesFolder = await aPagesFolder()
const bank = await startTestApp({}, { pagesFolder })
const overHttps = await startTestApp(PUBLIC_SITE, { pagesFolder })

const ON_EVERY_REPLY = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
}

const replies: [string, number, string, string][] = [
  ['a page', 200, 'GET', '/'],
  ['a page other than the landing page', 200, 'GET', '/find-donors'],
  ['a file with a hashed name', 200, 'GET', '/assets/app-3f2a.js'],
  ['a file in the root', 200, 'GET', '/favicon.svg'],
  ['the service worker', 200, 'GET', '/service-worker.js'],
  ['the manifest', 200, 'GET', '/manifest.webmanifest'],
  ['the page for offline use', 200, 'GET', '/offline'],
  ['a page whose path is close to that of the registering page', 200, 'GET', '/offline-access/'],
  ['a missing file', 404, 'GET', '/assets/none.js'],
  ['an API call', 200, 'GET', '/api/site'],
  ['a HEAD request', 200, 'HEAD', '/api/site'],
  ['a refusal', 401, 'GET', '/api/donors'],
  ['an unknown API path', 404, 'GET', '/api/nope'],
  ['an unsupported method', 404, 'OPTIONS', '/api/site'],
  ['a malformed URL', 400, 'GET', '/api/%E0%A4%A'],
  ['a path that is too long', 400, 'DELETE', `/api/blood-requests/${'x'.repeat(200)}`],
  ['the health check', 200, 'GET', '/healthz'],
]

test.each(replies)('%s carries the security headers', async (_, status, method, url) => {
  const reply = await bank.stranger().send(method, url)
  expect(reply.status).toBe(status)
  expect(reply.headers).toMatchObject(ON_EVERY_REPLY)
  expect(String(reply.headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
  expect(reply.headers).not.toHaveProperty('strict-transport-security')
  expect(reply.headers).not.toHaveProperty('x-powered-by')
})

test.each(replies)('over HTTPS %s has strict-transport-security', async (_, _status, method, url) => {
  const { headers } = await overHttps.stranger().send(method, url)
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})

test.each([
  ['/api/site', 'no-store'],
  ['/api/donors', 'no-store'],
  ['/api/nope', 'no-store'],
  ['/api/%', 'no-store'],
  ['/%61pi/site', 'no-store'],
  ['/ap%69/donors', 'no-store'],
  ['/%61%70%69/nope', 'no-store'],
  ['/%64ev/mailbox.json', 'no-store'],
  ['/dev/mailbox.json', 'no-store'],
  ['/', 'private, no-cache'],
  ['/find-donors', 'private, no-cache'],
  ['/favicon.svg', 'no-cache'],
  ['/assets/app-3f2a.js', 'public, max-age=31536000, immutable'],
  ['/previews/o-positive-needed.png', 'public, max-age=2592000'],
])('the cache-control of %s is %s', async (url, rule) => {
  expect((await bank.stranger().send('GET', url)).headers['cache-control']).toBe(rule)
})

test.each(['/offline-access', '/offline-access?from=here', '/account'])(
  'at %s the policy allows the service worker, and is otherwise the same as on other pages',
  async url => {
    const [there, elsewhere] = await Promise.all([
      bank.stranger().send('GET', url),
      bank.stranger().send('GET', '/'),
    ])
    const policyOf = ({ headers }: typeof there) => String(headers['content-security-policy'])
    expect(there.headers).toMatchObject(ON_EVERY_REPLY)
    expect(policyOf(there)).toBe(
      policyOf(elsewhere).replace("trusted-types 'none'", 'trusted-types service-worker'),
    )
  },
)

test('a page has its policy however its URL is encoded', async () => {
  const reply = await bank.stranger().send('GET', '/offline%2Daccess')
  expect(reply.headers['content-security-policy']).toContain('trusted-types service-worker')
  expect(reply.text).toContain('may-register-worker')
})

test('only the API documentation may use inline styles', async () => {
  const { status, headers } = await bank.stranger().send('GET', '/api/docs')
  expect(status).toBe(200)
  expect(headers).toMatchObject(ON_EVERY_REPLY)
  expect(headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
  expect(headers['content-security-policy']).toContain("script-src 'self';")
})
