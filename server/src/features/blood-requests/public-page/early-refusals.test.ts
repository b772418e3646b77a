import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listenLocally } from '../../../testing/http/live-stream.ts'
import { startAppWithoutDatabase, startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp()
const address = await listenLocally(bank.app)
const PAGE = `/r/${'0'.repeat(26)}`

test('a call that is refused before its cookies are read gets a page that says why', async () => {
  // Without a host, as under load, a call is refused first of all.
  const [res]: IncomingMessage[] = await once(get(`${address}${PAGE}`, { setHost: false }), 'response')
  if (!res) throw new Error('The server did not answer.')
  expect([res.statusCode, res.headers['cache-control']]).toEqual([400, 'no-store'])
  expect(await text(res)).toContain('<p>This call cannot be read.</p>')
})

test('while the database is away the page says so, and nobody caches that', async () => {
  const { stranger } = await startAppWithoutDatabase()
  const { status, headers, text } = await stranger().send('GET', PAGE)
  expect(status).toBe(503)
  expect(text).toContain('>The page couldn&#39;t be shown</h1>')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
})
