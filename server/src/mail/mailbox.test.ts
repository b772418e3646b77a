import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { openTransport } from './transport.ts'

const bank = await startTestApp()
const get = (url: string, remoteAddress = '127.0.0.1', headers: Record<string, string> = {}) =>
  bank.app.inject({ method: 'GET', url, remoteAddress, headers })

test('an empty mailbox says so', async () => {
  expect((await get('/dev/mailbox.json')).json()).toEqual([])
  expect((await get('/dev/mailbox')).body).toContain('No mail yet.')
})

test('caught mails are told in the order in which they were sent', async () => {
  const send = openTransport(bank.config.mail, bank.db)
  const text = 'Open http://localhost:3000/verify-email#token=abc_-9\n\n<script>alert(1)</script> & more'
  await send({ to: 'rima@example.edu', subject: 'One <b>', text, html: '<p>One</p>' })
  await send({ to: 'nadia@example.edu', subject: 'Two', text: 'Two', html: '<p>Two</p>' })
  const reply = await get('/dev/mailbox.json')
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.json()).toEqual([
    { to: 'rima@example.edu', subject: 'One <b>', text, html: '<p>One</p>', sentAt: expect.any(String) },
    { to: 'nadia@example.edu', subject: 'Two', text: 'Two', html: '<p>Two</p>', sentAt: expect.any(String) },
  ])
  for (const { sentAt } of reply.json()) expect(new Date(sentAt).toISOString()).toBe(sentAt)
})

test('a person reads them newest first, with links to click, and no mail can run a script there', async () => {
  const { headers, body } = await get('/dev/mailbox')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body.indexOf('Two')).toBeLessThan(body.indexOf('One &lt;b&gt;'))
  const link = 'http://localhost:3000/verify-email#token=abc_-9'
  expect(body).toContain(`<a href="${link}">${link}</a>`)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
  expect(body).not.toContain('<script')
  expect((await get('/dev/mailbox.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

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
])('from %s the mailbox answers %d', async (remoteAddress, status) => {
  for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css']) {
    const headers = { 'x-forwarded-for': '127.0.0.1', host: 'localhost' }
    expect((await get(path, remoteAddress, headers)).statusCode).toBe(status)
  }
})
