import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { expect, test } from 'vitest'
import { startSmtpStub } from '../../testing/smtp-stub.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createMailSender } from './transport.ts'

const stub = await startSmtpStub()
const refusing = await startSmtpStub('rejects')
const silent = await startSmtpStub('silent')
const trickling = await startSmtpStub('trickles')
const bank = await startTestApp({ SMTP_URL: stub.url, BRAND_NAME: 'রক্ত "Bank"', MAIL_FROM: '' })

const mail = { to: 'rima@example.edu', subject: 'নমস্কার', text: 'One\n.\nTwo', html: '<p>One</p>' }
const from = 'Bank <bank@example.edu>'

/** The text of a mail without the line breaks and escapes of its transfer encoding. */
const decoded = (source: string) =>
  source
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

test('a registration sends its mail over SMTP, as text and as HTML, and catches none', async () => {
  await bank.stranger().call(registerAccount, { body: { email: 'rima@example.edu', password: 'secret' } })
  expect(await bank.mailsTo('rima@example.edu'), 'caught').toEqual([])
  const [sent] = stub.received
  expect(sent).toMatchObject({ from: 'no-reply@localhost', to: ['rima@example.edu'] })
  const source = decoded(sent?.source ?? '')
  expect(source).toMatch(/content-type: text\/plain/i)
  expect(source).toMatch(/content-type: text\/html/i)
  expect(source.match(/http:\/\/localhost:3000\/verify-email#token=[\w-]{43}/g)).toHaveLength(2)
  expect(await bank.db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('with SMTP there is no mailbox page', async () => {
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    expect(await bank.stranger().send('GET', path)).toRefuse('not-found')
})

test('ten mails are sent over a few connections, each once and complete', async () => {
  const before = stub.connections()
  const send = createMailSender({ smtpUrl: stub.url, from }, bank.db)
  await Promise.all(Array.from({ length: 10 }, (_, at) => send({ ...mail, to: `person${at}@example.edu` })))
  expect(stub.connections() - before).toBeLessThanOrEqual(8)
  const recipients = stub.received.slice(-10).flatMap(({ to }) => to)
  expect(new Set(recipients).size).toBe(10)
  expect(stub.received.at(-1)?.source).toContain('\r\n..\r\n')
})

test('the headers of a mail are sent as they are', async () => {
  const url = `https://blood.example.edu/unsubscribe/${'x'.repeat(65)}`
  const headers = {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await createMailSender({ smtpUrl: stub.url, from }, bank.db)({ ...mail, headers })
  const unfolded = stub.received.at(-1)?.source.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toContain(`List-Unsubscribe: <${url}>\r\n`)
  expect(unfolded).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
})

test('absence notices do not answer a mail', async () => {
  await createMailSender({ smtpUrl: stub.url, from }, bank.db)(mail)
  expect(stub.received.at(-1)?.source).toMatch(/^Auto-Submitted: auto-generated$/m)
})

test.each([
  ['is refused', refusing.url, /550 5\.1\.1 no such mailbox here/],
  ['gets no reply', `${silent.url}?greetingTimeout=100`, /greeting never received/i],
  ['finds no server', 'smtp://127.0.0.1:1', /ECONNREFUSED/],
])('a mail that %s fails with the reason', async (_, smtpUrl, reason) => {
  await expect(createMailSender({ smtpUrl, from }, bank.db)(mail)).rejects.toThrow(reason)
})

test('a mail server that never ends its reply holds a mail for a bounded time', async () => {
  const send = createMailSender({ smtpUrl: trickling.url, from }, bank.db, 500)
  await expect(send(mail)).rejects.toThrow(/aborted|timeout/i)
})
