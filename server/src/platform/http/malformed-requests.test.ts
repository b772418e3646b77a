import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp(PUBLIC_SITE)
await bank.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = bank.app.server.address() as AddressInfo

/** Sends bytes and returns the reply after the server has closed the connection. */
async function replyTo(bytes: string) {
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  let text = ''
  client.on('data', chunk => {
    text += chunk
  })
  client.write(bytes)
  await once(client, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers.map(header => header.toLowerCase().split(': ', 2))),
    body: JSON.parse(body),
  }
}

const call = (...headers: string[]) => `${['GET /api/session HTTP/1.1', ...headers].join('\r\n')}\r\n\r\n`
const CLOSE = 'Connection: close'

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'no-http'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400, 'no-http'],
  ['a name with a space', call('Host: localhost', 'Bad Header: 1', CLOSE), 400, 'no-http'],
  ['two lengths', call('Host: localhost', 'Content-Length: 1', 'Content-Length: 2'), 400, 'no-http'],
  [
    'a length and chunks',
    call('Host: localhost', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    400,
    'no-http',
  ],
  ['no host', call(CLOSE), 400, 'no-http'],
  ['20 kB of headers', call('Host: localhost', `X: ${'x'.repeat(20_000)}`, CLOSE), 431, 'headers-too-large'],
])('%s is answered like any other refusal', async (_, bytes, status, code) => {
  const reply = await replyTo(bytes)
  expect([reply.status, reply.body]).toEqual([status, { error: { code, message: expect.any(String) } }])
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=63072000; includesubdomains',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
})

test('an unknown expectation is ignored', async () => {
  const reply = await replyTo(call('Host: localhost', 'Expect: the unexpected', CLOSE))
  expect([reply.status, reply.body]).toEqual([200, { user: null }])
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
})
