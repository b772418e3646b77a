import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createTextSender } from '../text-messages/create-text-sender.ts'
import { createMailSender } from './transport.ts'

const bank = await startTestApp()
const texting = await startTestApp({ SMS_URL: 'mailbox' })
const published = await startTestApp(PUBLIC_SITE)
const get = (url: string, remoteAddress = '127.0.0.1', headers: Record<string, string> = {}) =>
  bank.app.inject({ method: 'GET', url, remoteAddress, headers })
const framesOf = (body: string) =>
  [...body.matchAll(/<iframe[^>]* src="([^"]*)"/g)].map(([, url = '']) => url)
const rulesOf = ({ headers }: Awaited<ReturnType<typeof get>>) =>
  String(headers['content-security-policy']).split('; ')

const STORED = '0192f0c1-0000-7000-8000-0000000000aa'

test('an empty mailbox shows a message', async () => {
  expect((await get('/dev/mailbox.json')).json()).toEqual([])
  expect((await get('/dev/mailbox')).body).toContain('No mail yet.')
})

test('caught mails are listed in the order in which they were sent', async () => {
  const send = createMailSender(bank.config.mail, bank.db)
  const text = 'Open http://localhost:3000/verify-email#token=abc_-9\n\n<script>alert(1)</script> & more'
  await send({ to: 'rima@example.edu', subject: 'One <b>', text, html: '<p>One</p>' })
  const headers = { 'List-Unsubscribe': '<https://blood.example.edu/unsubscribe/abc>' }
  await send({ to: 'nadia@example.edu', subject: 'Two', text: 'Two', html: '<p>Two</p>', headers })
  const reply = await get('/dev/mailbox.json')
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  const sentAt = expect.any(String)
  expect(reply.json()).toEqual([
    { to: 'rima@example.edu', subject: 'One <b>', text, html: '<p>One</p>', headers: {}, sentAt },
    { to: 'nadia@example.edu', subject: 'Two', text: 'Two', html: '<p>Two</p>', headers, sentAt },
  ])
  for (const { sentAt } of reply.json()) expect(new Date(sentAt).toISOString()).toBe(sentAt)
})

test('the mailbox page shows the newest mail first, as HTML and as text with links, and leads back to the site', async () => {
  const { headers, body } = await get('/dev/mailbox')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body.indexOf('Two')).toBeLessThan(body.indexOf('One &lt;b&gt;'))
  const link = 'http://localhost:3000/verify-email#token=abc_-9'
  expect(body).toContain(`<a href="${link}">${link}</a>`)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
  expect(body).toContain('List-Unsubscribe: &lt;https://blood.example.edu/unsubscribe/abc&gt;</p>')
  expect(body).toContain('<a href="/">')
  expect(body).toContain('Back to University Blood Bank')
  const [newest = ''] = framesOf(body)
  expect((await get(newest)).body).toContain('<p>Two</p>')
  expect((await get('/dev/mailbox.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test('text messages are shown beside the emails, clearly as such', async () => {
  const phone = '+8801712345678'
  const message = 'O+ needed urgently at A & B. Can you come? https://b.example/a#Zq3x_9 (no replies)'
  await createTextSender({ gateway: 'mailbox' }, texting.db)({ phone, message })
  const getThere = (url: string) => texting.app.inject({ method: 'GET', url, remoteAddress: '127.0.0.1' })
  const sentAt = expect.any(String)
  expect((await getThere('/dev/mailbox/texts.json')).json()).toEqual([{ phone, message, sentAt }])
  const text = { to: 'rima@example.edu', subject: 'Newer', text: 'Newer', html: '<p>Newer</p>' }
  await createMailSender(texting.config.mail, texting.db)(text)
  const { body } = await getThere('/dev/mailbox')
  expect(body).toContain('Emails and text messages are caught here instead of being sent, newest first.')
  expect(body).toContain('<h2>Text message</h2>')
  expect(body).toContain(`To ${phone} · `)
  const link = 'https://b.example/a#Zq3x_9'
  expect(body).toContain(`at A &amp; B. Can you come? <a href="${link}">${link}</a> (no replies)</p>`)
  expect(body.indexOf('Newer')).toBeLessThan(body.indexOf('Text message</h2>'))
  expect((await get('/dev/mailbox')).body).not.toContain('text messages')
})

test('a mail can run no script in the mailbox and fetches nothing, and no other site can frame it', async () => {
  const html = '<html><head></head><body><script>alert(1)</script></body></html>'
  const mail = { id: STORED, to: 'rima@example.edu', subject: 'Three', text: 'Three', html }
  await bank.db.insertInto('caughtMails').values(mail).execute()
  const page = await get('/dev/mailbox')
  expect(page.body).not.toContain('<script')
  expect(page.body.match(/<iframe/g)).toHaveLength(3)
  expect(page.body.match(/ sandbox="allow-top-navigation-by-user-activation"/g)).toHaveLength(3)
  expect(rulesOf(page)).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-src 'self'", "frame-ancestors 'none'"]),
  )
  const shown = await get(`/dev/mailbox/${STORED}`)
  expect(shown.body).toBe(html.replace('<head>', '<head>\n<base target="_top">'))
  expect(rulesOf(shown)).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-top-navigation-by-user-activation',
  ])
  expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN')
})

test.each(['0192f0c1-0000-7000-8000-000000000000', '1', 'x'])('there is no mail %s', async id => {
  expect((await get(`/dev/mailbox/${id}`)).statusCode).toBe(404)
})

const PATHS = [
  '/dev/mailbox',
  '/dev/mailbox.json',
  '/dev/mailbox.css',
  '/dev/mailbox/texts.json',
  '/d%65v/mailbox.json',
  `/dev/mailbox/${STORED}`,
]

test.each([
  ['127.0.0.1', 200],
  ['127.8.9.1', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['192.168.1.7', 404],
  ['10.0.0.1', 404],
  ['203.0.113.9', 404],
  ['::ffff:192.168.1.7', 404],
  ['2001:db8::1', 404],
])('a client at %s gets status %d from the mailbox', async (remoteAddress, status) => {
  for (const path of PATHS) expect((await get(path, remoteAddress)).statusCode).toBe(status)
})

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1:8080', 200],
  ['[::1]:3000', 200],
  // Names that may resolve to this machine.
  ['blood.example.edu', 404],
  ['evil.example:3000', 404],
  ['127.0.0.1.evil.example', 404],
  ['192.168.1.7:3000', 404],
])('for the host %s the mailbox gives status %d', async (host, status) => {
  for (const path of PATHS) expect((await get(path, '127.0.0.1', { host })).statusCode).toBe(status)
})

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'blood.example.edu'],
  ['x-real-ip', '203.0.113.9'],
  ['forwarded', 'for=203.0.113.9'],
  ['via', '1.1 proxy'],
  ['cf-connecting-ip', '203.0.113.9'],
  ['true-client-ip', '203.0.113.9'],
  ['x-request-id', '7'],
  ['origin', 'https://blood.example.edu'],
])('the mailbox is not served through a proxy that adds %s', async (name, value) => {
  for (const path of PATHS) expect((await get(path, '127.0.0.1', { [name]: value })).statusCode).toBe(404)
})

test('the mailbox is not served through a proxy that adds no header but uses HTTP/1.0', async () => {
  await bank.app.listen({ port: 0 })
  const { port } = bank.app.server.address() as AddressInfo
  const statusOver = async (version: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /dev/mailbox.json HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split(' ')[1]
  }
  expect([await statusOver('1.1'), await statusOver('1.0')]).toEqual(['200', '404'])
})

test('a public site has neither mailbox nor metrics, even behind a proxy that adds no header', async () => {
  for (const path of [...PATHS, '/metrics']) {
    const reply = await published.app.inject({ method: 'GET', url: path, remoteAddress: '127.0.0.1' })
    expect([path, reply.statusCode]).toEqual([path, 404])
  }
})
