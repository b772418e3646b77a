import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { everyEndpoint } from '../../testing/http/every-endpoint.ts'
import { callerHeaders, settle, startHeldServer } from '../../testing/http/held-server.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ BRAND_NAME: 'Blood Bank' })

type Description = {
  info: { title: string }
  paths: Record<string, Record<string, { summary: string; description: string; responses: object }>>
}

test('the API documentation describes every endpoint: what it does, who may call it, what it returns', async () => {
  const reply = await bank.stranger().send('GET', '/api/docs/json')
  expect(reply.status).toBe(200)
  const { info, paths } = reply.body as Description
  expect(info.title).toBe('Blood Bank')
  for (const { method, path, summary, access, reply: success } of await everyEndpoint()) {
    const call = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(call).toMatchObject({ summary, description: `May be called by: ${access}.` })
    expect(call?.responses).toHaveProperty(String(success.status))
  }
})

test('the API documentation describes nothing else', async () => {
  const { body } = await bank.stranger().send('GET', '/api/docs/json')
  const described = Object.keys((body as Description).paths).sort()
  const promised = (await everyEndpoint()).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  expect(described).toEqual([...new Set(promised)].sort())
})

const DOCUMENTS = [
  ['/api/docs', 'text/html; charset=utf-8'],
  ['/api/docs/', 'text/html; charset=utf-8'],
  ['/api/docs/json', 'application/json; charset=utf-8'],
  ['/api/docs/yaml', 'application/x-yaml'],
  ['/api/docs/static/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/api/docs/static/swagger-initializer.js', 'application/javascript; charset=utf-8'],
] as const

test.each(DOCUMENTS)(
  '%s is sent compressed as the caller accepts it, and as 304 to whoever has it',
  async (url, type) => {
    const get = (headers: Record<string, string> = {}) => bank.app.inject({ url, headers })
    const plain = await get()
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, type])
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const reply = await get({ 'accept-encoding': accepted })
      expect(reply.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'accept-encoding',
        'content-type': type,
      })
      expect(decompress(reply.rawPayload).equals(plain.rawPayload)).toBe(true)
    }
    const tag = String(plain.headers.etag)
    const known = await get({ 'if-none-match': tag, 'accept-encoding': 'br' })
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', tag])
    for (const { headers } of [plain, known])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  },
)

test('a public site has no API documentation', async () => {
  const { app } = await startTestApp(PUBLIC_SITE)
  for (const [url] of DOCUMENTS) expect((await app.inject({ url })).statusCode, url).toBe(404)
})

test.each([
  'static',
  'static/',
  'static/nothing.js',
  'static//swagger-ui.css',
  'jsonp',
  'static/../package.json',
])('the documentation has no %s', async name => {
  expect((await bank.stranger().send('GET', `/api/docs/${name}`)).status).toBe(404)
})

test('the documentation counts as a call of its address', async () => {
  const { app, calls, call, begun } = await startHeldServer({ CALLS_PER_ADDRESS: '1' })
  const held = call('rima')
  await begun(1)
  let isAnswered = false
  const documentation = app.inject({ url: '/api/docs/json', headers: callerHeaders() }).then(reply => {
    isAnswered = true
    return reply
  })
  await settle()
  expect(isAnswered).toBe(false)
  calls[0]?.end()
  expect([(await held).statusCode, (await documentation).statusCode]).toEqual([200, 200])
})
