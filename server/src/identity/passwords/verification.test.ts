import { HOUR_MS } from '@blood-bank/contract/durations'
import { registerAccount, resendVerificationMail, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { PASSWORD, passTime, startTestApp, tokenIn } from '../../testing/test-app.ts'
import { type AccountMailKind, accountMails } from './mails.ts'

const bank = await startTestApp()

/** An unverified user who has requested a link, and its token. */
async function someoneWithLink(email: string) {
  const person = await bank.signedInAs({ email, emailVerified: false })
  await person.call(resendVerificationMail)
  return { person, token: tokenIn((await bank.mailsTo(email)).at(-1)) }
}

/** Verifies in a browser without a session or a known account. */
const verify = (token: string) => bank.stranger().call(verifyEmail, { body: { token, password: PASSWORD } })
const isVerified = async (person: { call: ReturnType<typeof bank.stranger>['call'] }) =>
  (await person.call(readSession)).body.user?.emailVerified

test('the mail of a registration contains a verification link in text and HTML', async () => {
  const body = { email: 'rima@example.edu', password: 'secret' }
  const rima = bank.stranger()
  await rima.call(registerAccount, { body })
  const [mail] = await bank.mailsTo('rima@example.edu')
  const link = `http://localhost:3000/verify-email#token=${tokenIn(mail)}`
  expect(mail?.text).toContain(link)
  expect(mail?.html).toMatch(new RegExp(`<a href="${link}"[^>]*>Verify Email</a>`))
  const reply = await rima.call(verifyEmail, { body: { token: tokenIn(mail) } })
  expect([reply.status, reply.body]).toEqual([200, { message: 'Email verified.', email: body.email }])
})

test('fetching a link, as mail scanners do, changes nothing', async () => {
  const { person, token } = await someoneWithLink('scanned@example.edu')
  for (const path of [`/verify-email?token=${token}`, `/api/accounts/email-verifications?token=${token}`])
    for (const method of ['GET', 'HEAD']) await bank.stranger().send(method, path)
  expect(await isVerified(person)).toBe(false)
  expect((await verify(token)).status).toBe(200)
  // A session that exists has it with its next call.
  expect(await isVerified(person)).toBe(true)
})

test('a link works once, and of six concurrent clicks one succeeds', async () => {
  const { person, token } = await someoneWithLink('once@example.edu')
  const click = () => person.call(verifyEmail, { body: { token } })
  const replies = await Promise.all(Array.from({ length: 6 }, click))
  expect(replies.map(reply => reply.status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  expect(await verify(token)).toRefuse('link-not-valid')
})

test('a link is valid for 24 hours', async () => {
  const { token: early } = await someoneWithLink('early@example.edu')
  const { token: late } = await someoneWithLink('late@example.edu')
  bank.advance(24 * HOUR_MS - 1000)
  expect((await verify(early)).status).toBe(200)
  bank.advance(1000)
  expect(await verify(late)).toRefuse('link-not-valid')
})

test('an older link stays valid after a newer one is sent, and using one invalidates the others', async () => {
  const { person, token: older } = await someoneWithLink('newer@example.edu')
  await person.call(resendVerificationMail)
  const newer = tokenIn((await bank.mailsTo('newer@example.edu')).at(-1))
  expect((await verify(older)).status).toBe(200)
  expect(await verify(newer)).toRefuse('link-not-valid')
})

test('a forged or truncated token and that of a reset link verify no account', async () => {
  expect(await verify('A'.repeat(43))).toRefuse('link-not-valid')
  const { token } = await someoneWithLink('cut@example.edu')
  expect(await verify(token.slice(0, 20))).toRefuse(
    'invalid-input',
    'The link is incomplete. Please open it again from the email.',
  )
})

test('neither the jobs nor the table of links contain the secret of a link', async () => {
  const person = await bank.signedInAs({ email: 'secret@example.edu', emailVerified: false })
  await person.call(resendVerificationMail)
  const outbox = await bank.db.selectFrom('outbox').selectAll().execute()
  expect(outbox).toMatchObject([{ kind: 'verify-email', recipient: 'secret@example.edu' }])
  const token = tokenIn((await bank.mailsTo('secret@example.edu')).at(-1))
  expect(JSON.stringify(outbox)).not.toContain(token)
  const links = await bank.db.selectFrom('mailLinks').selectAll().where('userId', '=', person.id).execute()
  expect(links[0]?.tokenHash).toHaveLength(32)
  expect(links[0]?.tokenHash.equals(Buffer.from(token, 'base64url'))).toBe(false)
  expect(links[0]?.tokenHash.toString()).not.toContain(token)
})

test('the fourth request within a quarter of an hour is refused with Retry-After', async () => {
  const rima = await bank.signedInAs({ email: 'often@example.edu', emailVerified: false })
  const nadia = await bank.signedInAs({ emailVerified: false })
  for (let time = 1; time <= 3; time += 1) expect((await rima.call(resendVerificationMail)).status).toBe(202)
  const refused = await rima.call(resendVerificationMail)
  expect(refused).toRefuse(
    'resent-too-recently',
    'Failed to resend verification email. You may have resent too recently, or an error occurred.',
  )
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
  expect(await bank.mailsTo('often@example.edu')).toHaveLength(3)
  expect((await nadia.call(resendVerificationMail)).status).toBe(202)
  passTime(seconds)
  expect((await rima.call(resendVerificationMail)).status).toBe(202)
})

test('a verified user gets no mail', async () => {
  const rima = await bank.signedInAs({ email: 'verified@example.edu' })
  expect(await rima.call(resendVerificationMail)).toRefuse('email-already-verified')
  expect(await bank.mailsTo('verified@example.edu')).toEqual([])
})

test('a mail requested before the verification is not sent after it', async () => {
  const rima = await bank.signedInAs({ email: 'meanwhile@example.edu', emailVerified: false })
  await rima.call(resendVerificationMail)
  await bank.db.updateTable('users').set({ emailVerified: true }).where('id', '=', rima.id).execute()
  expect(await bank.mailsTo('meanwhile@example.edu')).toEqual([])
})

const { db } = await createTestDatabase()
const config = readConfig({
  ...PUBLIC_SITE,
  BRAND_NAME: 'Blood <b>&</b> "Bank"',
  PUBLIC_URL: 'https://blood.example.edu/',
})
const mails = accountMails(config, () => new Date())
const KINDS = Object.keys(mails) as AccountMailKind[]

test.each(KINDS)('the mail %s goes to its owner, in plain text and in safe HTML', async kind => {
  const { email } = await storeUser(db)
  const mail = await mails[kind](db, email)
  expect(mail?.to).toBe(email)
  expect(mail?.subject).toMatch(/^[A-Z].* · Blood <b>&<\/b> "Bank"$/)
  expect(mail?.text).toContain('Blood <b>&</b> "Bank"')
  expect(mail?.html).toContain('Blood &lt;b&gt;&amp;&lt;/b&gt; &quot;Bank&quot;')
  expect(mail?.html).not.toContain('<b>')
  const [url = ''] = /https:\/\/\S+/.exec(mail?.text ?? '') ?? []
  expect(url).toMatch(/^https:\/\/blood\.example\.edu\/[a-z/-]+(#token=[\w-]{43}|#[a-z]+)?$/)
  expect(mail?.html).toContain(`<a href="${url}"`)
})

test('each link has a different token of 256 bits', async () => {
  const { email } = await storeUser(db)
  const tokens = new Set<string>()
  for (let time = 0; time < 20; time += 1) {
    const mail = await mails['reset-password'](db, email)
    tokens.add(/#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '')
  }
  expect(tokens.size).toBe(20)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})
