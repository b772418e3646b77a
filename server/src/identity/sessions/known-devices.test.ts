import { changePassword } from '@blood-bank/contract/own-account/endpoints'
import { resetPassword, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { endOtherSessions, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { cookieNamed, type Person } from '../../testing/person.ts'
import { PASSWORD, passTime, startTestApp, tokenIn } from '../../testing/test-app.ts'

const NEW = 'a new password'
/** With the default limits. */
const site = await startTestApp()
/** The same rules with a lower limit: each attempt costs a hash. */
const STRANGERS_SIGN_INS = 10
const bank = await startTestApp({ STRANGERS_SIGN_INS_PER_HOUR: String(STRANGERS_SIGN_INS) })
const signInFrom = (browser: Person, email: string, password = PASSWORD) =>
  browser.call(signIn, { body: { email, password } })

/** One of many addresses, each in a different network. */
const addressOf = (at: number) => `203.${at >> 8}.${at & 255}.9`

/** Uses up the attempts that strangers have for an account. */
async function exhaustStrangerLimit(email: string) {
  let guesses = 0
  for (let at = 0; at < STRANGERS_SIGN_INS + 2; at += 1)
    guesses += Number((await signInFrom(bank.stranger(addressOf(at)), email, 'wrong guess')).status === 401)
  expect(guesses).toBe(STRANGERS_SIGN_INS)
}

/** A browser in which a user has signed in and out again. */
async function knownBrowser(email: string, at = bank) {
  const browser = at.stranger()
  await signInFrom(browser, email)
  await browser.call(signOut)
  return browser
}

const passwordOf = async (email: string) => {
  const { password } = await bank.db
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'userId')
    .select('password')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return password
}

test('hundreds of network addresses try at most 100 passwords in an hour, and the owner can sign in at any time', async () => {
  const email = 'rima@example.edu'
  await site.newMember({ email })
  const browser = await knownBrowser(email, site)
  const stranger = site.stranger('198.51.100.7')
  const reached: number[] = []
  // Two hours, so that two counting windows overlap one of them; a guess every thirty seconds, a fifth more than are allowed.
  for (let at = 0; at < 230; at += 1) {
    if ((await signInFrom(site.stranger(addressOf(at)), email, `guess ${at}`)).status === 401)
      reached.push(Date.now())
    if (at % 20 === 0) expect((await signInFrom(browser, email)).status).toBe(201)
    passTime(30)
  }
  expect(reached.length).toBeGreaterThan(99)
  for (const from of reached)
    expect(reached.filter(time => time >= from && time < from + 3_600_000).length).toBeLessThanOrEqual(100)
  await expectPaused(stranger, email)
})

/** The refusal in an unknown browser, with the time to wait and advice. */
async function expectPaused(browser: Person, email: string) {
  const reply = await signInFrom(browser, email)
  expect(reply).toRefuse('too-many-attempts', expect.any(String))
  expect(reply.error?.message).toMatch(/Try again in \d+ minutes, or set a new password at once/)
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(3_600)
}

test('a session that ends the others gives its browser no new attempts', async () => {
  const email = 'ending@example.edu'
  const member = await bank.signedInAs({ email })
  await signInFrom(member, email)
  for (let time = 0; time < 5; time += 1) await signInFrom(member, email, 'wrong guess')
  await member.call(endOtherSessions)
  expect(await signInFrom(member, email)).toRefuse('too-many-attempts', expect.any(String))
})

test('an attacker is paused in their network, and the owner signs in from another one', async () => {
  const email = 'network@example.edu'
  await bank.newMember({ email })
  for (let at = 0; at < 5; at += 1)
    await signInFrom(bank.stranger(`2001:db8:0:1::${at}`), email, 'wrong guess')
  expect(await signInFrom(bank.stranger('2001:db8:0:1:ffff::1'), email)).toRefuse(
    'too-many-attempts',
    expect.any(String),
  )
  expect((await signInFrom(bank.stranger('2001:db8:0:2::1'), email)).status).toBe(201)
})

test('attempts in a known browser are limited, too, and signing in again does not reset the limit', async () => {
  const email = 'shared@example.edu'
  await bank.newMember({ email })
  const browser = await knownBrowser(email)
  for (let time = 0; time < 5; time += 1)
    expect(await signInFrom(browser, email, 'wrong guess')).toRefuse('wrong-credentials')
  expect(await signInFrom(browser, email)).toRefuse('too-many-attempts', expect.any(String))
  expect((await signInFrom(await knownBrowser(email), email)).status).toBe(201)
  expect(await signInFrom(browser, email)).toRefuse('too-many-attempts', expect.any(String))
  passTime(60)
  expect((await signInFrom(browser, email)).status).toBe(201)
})

test('a browser is known to at most five accounts, each independently', async () => {
  const emails = ['one', 'two', 'three', 'four', 'five', 'six'].map(name => `${name}@example.edu`)
  const browser = bank.stranger()
  for (const email of emails) {
    await bank.newMember({ email })
    await signInFrom(browser, email)
  }
  for (const email of emails) await exhaustStrangerLimit(email)
  const statuses = []
  for (const email of emails) statuses.push((await signInFrom(browser, email)).status)
  expect(statuses).toEqual([429, 201, 201, 201, 201, 201])
})

test('a change of the password revokes the other browsers and keeps the one where it was changed', async () => {
  const email = 'changed@example.edu'
  await bank.newMember({ email })
  const old = await knownBrowser(email)
  const browser = bank.stranger()
  await signInFrom(browser, email)
  const body = { currentPassword: PASSWORD, newPassword: NEW }
  expect((await browser.call(changePassword, { body })).status).toBe(200)
  await exhaustStrangerLimit(email)
  expect(await signInFrom(old, email, NEW)).toRefuse('too-many-attempts', expect.any(String))
  expect((await signInFrom(browser, email, NEW)).status).toBe(201)
})

test('a reset makes its browser known and revokes all others', async () => {
  const email = 'reset@example.edu'
  await bank.newMember({ email })
  const attacker = await knownBrowser(email)
  const browser = bank.stranger()
  await exhaustStrangerLimit(email)
  await browser.call(sendPasswordResetMail, { body: { email } })
  const token = tokenIn((await bank.mailsTo(email)).at(-1))
  await browser.call(resetPassword, { body: { token, newPassword: NEW } })
  expect((await signInFrom(browser, email, NEW)).status).toBe(201)
  expect(await signInFrom(attacker, email, 'wrong guess')).toRefuse('too-many-attempts', expect.any(String))
})

const COOKIES = [
  ['of another account', (cookie: string) => cookie, 'another@example.edu'],
  [
    'with another signature',
    (cookie: string) => cookie.replace(/=(.)/, (_, sign) => (sign === 'A' ? '=B' : '=A')),
    'forged@example.edu',
  ],
  ['with something added', (cookie: string) => `${cookie}!x.y.z`, 'longer@example.edu'],
  ['without a value', () => 'bloodbank.device=', 'empty@example.edu'],
] as const
test.each(COOKIES)('a device cookie %s makes no browser known', async (_, tamper, email) => {
  await bank.newMember({ email })
  const browser = await knownBrowser(email)
  if (email.startsWith('another')) browser.cookie = (await knownBrowser('six@example.edu')).cookie
  browser.cookie = tamper(cookieNamed(browser, 'bloodbank.device') ?? '')
  await exhaustStrangerLimit(email)
  expect(await signInFrom(browser, email)).toRefuse('too-many-attempts', expect.any(String))
})

test('the device cookie is HttpOnly, lives long, and holds no email or id', async () => {
  const overHttps = await startTestApp(PUBLIC_SITE)
  const { id, email } = await overHttps.newMember()
  const body = { email, password: PASSWORD }
  const headers = { origin: PUBLIC_SITE.PUBLIC_URL }
  const reply = await overHttps.stranger().send('POST', signIn.path, { body, headers })
  const cookie = [reply.headers['set-cookie'] ?? []].flat().find(one => one.includes('.device='))
  expect(cookie).toMatch(
    /^__Host-bloodbank\.device=[\w.~!-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(cookie).not.toContain(id)
  expect(cookie).not.toContain(email.split('@', 1)[0])
})

test('neither a failed sign-in nor a paused one sets a cookie or changes the password', async () => {
  const email = 'failed@example.edu'
  await bank.newMember({ email })
  const before = await passwordOf(email)
  const browser = bank.stranger()
  await signInFrom(browser, email, 'wrong guess')
  for (let at = 0; at < STRANGERS_SIGN_INS + 2; at += 1)
    await signInFrom(bank.stranger(addressOf(at)), email, 'wrong guess')
  await expectPaused(browser, email)
  expect(browser.cookie).toBeUndefined()
  expect(await passwordOf(email)).toBe(before)
})
