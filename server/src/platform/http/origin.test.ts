import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { everyEndpoint, pathOf } from '../../testing/http/every-endpoint.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const published = await startTestApp({ ...PUBLIC_SITE, PUBLIC_URL: 'https://blood.example.edu/' })
const onPort = await startTestApp({ PORT: '8080' })
const onPort80 = await startTestApp({ PORT: '80' })
const admin = await bank.signedInAs({ role: 'admin' })

async function accepts(app: typeof bank, origin: string | undefined) {
  const headers = origin === undefined ? {} : { origin }
  const { statusCode, body } = await app.app.inject({ method: 'DELETE', url: '/api/session', headers })
  if (statusCode === 204) return true
  expect([statusCode, JSON.parse(body).error.code]).toEqual([403, 'foreign-origin'])
  return false
}

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  [undefined, false],
  ['', false],
  ['null', false],
  ['https://evil.example', false],
  ['http://localhost', false],
  ['http://localhost:3001', false],
  ['https://localhost:3000', false],
  ['http://localhost:3000.evil.example', false],
  ['http://evil.example/http://localhost:3000', false],
  ['http://192.168.1.7:3000', false],
])('without PUBLIC_URL, whether a change from %s is accepted: %s', async (origin, isIn) => {
  expect(await accepts(bank, origin)).toBe(isIn)
})

test.each([
  ['https://blood.example.edu', true],
  ['http://blood.example.edu', false],
  ['https://blood.example.edu:8443', false],
  ['https://sub.blood.example.edu', false],
  ['https://blood.example.edu.evil.example', false],
  ['http://localhost:3000', false],
  ['http://127.0.0.1:3000', false],
  [undefined, false],
])('with PUBLIC_URL, whether a change from %s is accepted: %s', async (origin, isIn) => {
  expect(await accepts(published, origin)).toBe(isIn)
})

test.each([
  ['http://192.0.2.2:3000', bank, 'http://localhost:3000'],
  ['http://localhost:3001', bank, 'http://localhost:3000'],
  ['https://www.blood.example.edu', published, 'https://blood.example.edu'],
  ['http://blood.example.edu', published, 'https://blood.example.edu'],
])(
  'a page that was opened as %s is told the address of the settings, not that of the call',
  async (origin, site, address) => {
    const { host } = new URL(origin)
    const reply = await site.app.inject({ method: 'POST', url: '/api/session', headers: { origin, host } })
    const { message } = reply.json().error
    expect(message).toBe(
      `This site can be used at ${address} only. Please open it there. If that address is wrong, its operator sets PUBLIC_URL.`,
    )
  },
)

test.each([undefined, 'null', 'nonsense'])('with the origin %s there is no address to tell', async origin => {
  const headers = origin === undefined ? {} : { origin }
  const reply = await bank.app.inject({ method: 'POST', url: '/api/session', headers })
  expect(reply.json().error.message).toContain('reload the page')
})

test('the port is part of the origin', async () => {
  expect(await accepts(onPort, 'http://localhost:8080')).toBe(true)
  expect(await accepts(onPort, 'http://localhost:3000')).toBe(false)
  // Browsers leave out the port of the scheme.
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(await accepts(onPort80, `http://${host}`)).toBe(true)
})

const unsafe = (await everyEndpoint()).filter(({ method }) => method !== 'GET')
test.each(unsafe.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s refuses other sites, even with the cookie of an admin',
  async (_, endpoint) => {
    const url = pathOf(endpoint)
    const method = endpoint.method as 'POST'
    const cookie = String(admin.cookie)
    for (const headers of [{}, { origin: 'null' }, { origin: 'https://evil.example' }]) {
      const { statusCode, body } = await bank.app.inject({ method, url, headers: { cookie, ...headers } })
      expect([statusCode, JSON.parse(body).error.code]).toEqual([403, 'foreign-origin'])
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const sent = { body: '{}', headers: { 'content-type': type } }
      expect(await admin.send(method, url, sent)).toRefuse('unsupported-media-type')
    }
  },
)

test('safe methods need no origin', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const headers = { cookie: String(admin.cookie), origin: 'https://evil.example' }
    const reply = await bank.app.inject({ method, url: '/api/session', headers })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
  }
})
