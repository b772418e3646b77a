import { readSession, signOut } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { cookieNamed } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const overHttps = await startTestApp(PUBLIC_SITE)
const ATTRIBUTES = ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']

async function cookiesOf(app: typeof bank, origin: string) {
  const { email } = await app.newMember()
  const body = { email, password: PASSWORD }
  const reply = await app.stranger().send('POST', '/api/session', { body, headers: { origin } })
  const cookies = [reply.headers['set-cookie'] ?? []].flat().filter(cookie => cookie.includes('.session='))
  return { reply, cookies }
}

test.each([
  ['HttpOnly and not sent to other sites', bank, 'http://localhost:3000', '', []],
  ['bound to the host over HTTPS', overHttps, 'https://blood.example.edu', '__Host-', ['Secure']],
])('the cookie is %s', async (_, app, origin, prefix, more) => {
  const { cookies } = await cookiesOf(app, origin)
  expect(cookies).toHaveLength(1)
  const [value, ...attributes] = cookies[0]?.split('; ') ?? []
  expect(value).toMatch(new RegExp(`^${prefix}bloodbank\\.session=[^;]{40,}$`))
  expect(attributes.sort()).toEqual([...ATTRIBUTES, ...more])
})

test('signing out deletes the cookie', async () => {
  const rima = await bank.signedInAs()
  expect((await rima.call(signOut)).headers['set-cookie']).toBe(
    'bloodbank.session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  )
  const headers = { origin: 'https://blood.example.edu' }
  const withoutSession = await overHttps.stranger().send('DELETE', '/api/session', { headers })
  expect([withoutSession.status, withoutSession.headers['set-cookie']]).toEqual([
    204,
    '__Host-bloodbank.session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
})

test('no response body contains the session token', async () => {
  const { reply } = await cookiesOf(bank, 'http://localhost:3000')
  const rima = bank.stranger()
  rima.cookie = [reply.headers['set-cookie'] ?? []].flat()[0]?.split(';', 1)[0]
  const { token } = await bank.db
    .selectFrom('sessions')
    .select('token')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(rima.cookie).toContain(token)
  const read = await rima.call(readSession)
  expect(read.body.user).not.toBeNull()
  for (const { text } of [reply, read]) expect(text).not.toContain(token)
})

test.each([
  [
    'without its signature',
    (cookie: string) => cookie.replace(/\..*?\..*/, match => match.slice(0, match.lastIndexOf('.'))),
  ],
  [
    'with a letter of its token changed',
    (cookie: string) => cookie.replace(/=(.)/, (_, first) => `=${first === 'a' ? 'b' : 'a'}`),
  ],
  [
    'with a letter of its signature changed',
    (cookie: string) => cookie.replace(/(\.[^.]*)$/, end => `.${end[1] === 'a' ? 'b' : 'a'}${end.slice(2)}`),
  ],
  ['with a broken escape', (cookie: string) => `${cookie}%E0%A4`],
  ['under another name', (cookie: string) => cookie.replace('bloodbank', '__Host-bloodbank')],
  ['without a value', () => 'bloodbank.session='],
  // Cookies that were verified are cached.
  ['that is padded', (cookie: string) => `${cookie}.${'x'.repeat(300)}`],
])('a cookie %s is anonymous', async (_, tamper) => {
  const rima = await bank.signedInAs()
  const cookie = cookieNamed(rima, 'bloodbank.session') ?? ''
  rima.cookie = tamper(cookie)
  expect(rima.cookie).not.toBe(cookie)
  expect((await rima.call(readSession)).body.user).toBeNull()
  rima.cookie = `theme=dark; ${cookie}; _ga=1`
  expect((await rima.call(readSession)).body.user).not.toBeNull()
})
