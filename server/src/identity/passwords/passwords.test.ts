import { registerAccount } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { hashPassword, verifyPassword } from '../../platform/secrets/hashes.ts'
import { AUTH_SECRET, PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { isCommonPassword } from './password-policy.ts'

const bank = await startTestApp()
const strict = await startTestApp({ MIN_PASSWORD_LENGTH: '10', REFUSE_COMMON_PASSWORDS: 'true' })
const closed = await startTestApp({ ALLOWED_EMAIL_DOMAINS: 'example.edu, CS.Example.edu' })

/** So many that a call in between cannot end after all of them. */
const SIGN_INS = 32

let accounts = 0
/** Registers with one password and tries to sign in with another. */
async function canSignIn(registered: string, typed: string) {
  accounts += 1
  const email = `password${accounts}@example.edu`
  const reply = await bank.stranger().call(registerAccount, { body: { email, password: registered } })
  expect(reply.status).toBe(202)
  return (await bank.stranger().call(signIn, { body: { email, password: typed } })).status === 201
}

test.each([
  ['six letters', 'abcdef'],
  ['six characters of four bytes', '👍👎👍👎👍👎'],
  ['128 characters', `${'x'.repeat(127)}y`],
  ['128 characters of four bytes', '👍'.repeat(128)],
  ['blanks at both ends', '  abcd  '],
])('a password of %s signs in', async (_, password) => {
  expect(await canSignIn(password, password)).toBe(true)
})

test('the same password from two keyboards is the same password', async () => {
  expect(await canSignIn('café crème', 'cafe\u0301 cre\u0300me')).toBe(true)
  expect(await canSignIn('ｓｅｃｒｅｔ', 'secret')).toBe(true)
})

test.each([
  ['the 100th character', `${'x'.repeat(99)}a${'x'.repeat(20)}`, `${'x'.repeat(99)}b${'x'.repeat(20)}`],
  ['the last of 128 characters', `${'x'.repeat(127)}a`, `${'x'.repeat(127)}b`],
  ['the case of a letter', 'Secret', 'secret'],
  ['a blank at the end', 'secret ', 'secret'],
  ['what follows a NUL', 'secret\0one', 'secret\0two'],
])('a password that differs in %s is another', async (_, registered, typed) => {
  expect(await canSignIn(registered, typed)).toBe(false)
})

test('passwords are stored as argon2id hashes, each with its own salt', async () => {
  await canSignIn('the same', 'the same')
  await canSignIn('the same', 'the same')
  const rows = await bank.db.selectFrom('credentials').select('password').execute()
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(new Set(rows.map(row => row.password)).size).toBe(rows.length)
})

test('other calls are served while passwords are verified', async () => {
  const hash = await hashPassword(PASSWORD)
  let verified = 0
  const verifications = Array.from({ length: SIGN_INS }, async () => {
    await verifyPassword({ hash, password: PASSWORD })
    verified += 1
  })
  expect((await bank.stranger().send('GET', '/healthz')).status).toBe(200)
  expect(verified).toBeLessThan(SIGN_INS)
  await Promise.all(verifications)
})

const registerStrictly = (password: string) =>
  strict.stranger().call(registerAccount, { body: { email: 'rima@example.edu', password } })

test.each(['basketball', 'BasketBall', 'ｂａｓｋｅｔｂａｌｌ'])(
  'an operator may refuse the commonest passwords, such as %s',
  async password => {
    const reply = await registerStrictly(password)
    expect(reply).toRefuse('password-too-common')
    expect(reply.error).toMatchObject({ fields: { password: expect.any(String) } })
    expect(await canSignIn(password, password)).toBe(true)
  },
)

test('common passwords are refused on a public site unless the operator allows them, and on a local one if they ask', () => {
  const site = { SMTP_URL: 'smtp://mail.example.edu', AUTH_SECRET }
  const refuses = (environment: Record<string, string>) =>
    readConfig({ ...site, ...environment }).accounts.refuseCommonPasswords
  expect(refuses({})).toBe(false)
  expect(refuses({ PUBLIC_URL: 'http://localhost:3000' })).toBe(false)
  expect(refuses({ REFUSE_COMMON_PASSWORDS: 'true' })).toBe(true)
  const PUBLIC_URL = 'https://blood.example.edu'
  expect(refuses({ PUBLIC_URL })).toBe(true)
  expect(refuses({ PUBLIC_URL, REFUSE_COMMON_PASSWORDS: 'false' })).toBe(false)
})

test('25,000 common passwords are refused, and only those', async () => {
  for (const password of ['123456', 'PASSWORD', 'iloveyou', 'qwerty123', 'Liverpool1'])
    expect([password, await isCommonPassword(password)]).toEqual([password, true])
  for (const password of ['correct horse', 'a secret for tests', PASSWORD])
    expect([password, await isCommonPassword(password)]).toEqual([password, false])
})

test.each([
  ['rima@example.edu', 202],
  ['rima@CS.example.edu', 202],
  ['rima@example.edu.evil.example', 400],
  ['rima@evilexample.edu', 400],
  ['rima@math.example.edu', 400],
  ['rima@gmail.com', 400],
])('where only addresses of the university are allowed, %s gets %d', async (email, status) => {
  const body = { email, password: 'secret' }
  const reply = await closed.stranger().call(registerAccount, { body })
  expect(reply.status).toBe(status)
  if (status === 400) {
    expect(reply).toRefuse('email-domain-not-allowed')
    expect(reply.text).toContain('Allowed are addresses at: example.edu, cs.example.edu.')
  }
})
