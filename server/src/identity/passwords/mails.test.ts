import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { type AccountMailKind, accountMails } from './mails.ts'

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
