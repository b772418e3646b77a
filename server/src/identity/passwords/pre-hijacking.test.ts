import {
  registerAccount,
  resendVerificationMail,
  resetPassword,
  sendPasswordResetMail,
  verifyEmail,
} from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { cookieNamed, type Person } from '../../testing/person.ts'
import { startTestApp, tokenIn } from '../../testing/test-app.ts'

const ATTACKERS = 'the password of the attacker'
const OWN = 'the password of the owner'
const bank = await startTestApp()

let people = 0
const newAddress = () => `stranger${++people}@example.edu`

const register = (browser: Person, email: string, password: string) =>
  browser.call(registerAccount, { body: { email, password } })
const signInAs = (browser: Person, email: string, password: string) =>
  browser.call(signIn, { body: { email, password } })
const userOf = async (browser: Person) => (await browser.call(readSession)).body.user

/** The token of the newest link for a purpose that was sent to an address. */
async function tokenTo(email: string, purpose: 'verify-email' | 'reset-password') {
  const mails = await bank.mailsTo(email)
  return tokenIn(mails.findLast(({ text }) => text.includes(`/${purpose}#token=`)))
}

/** An attacker who has registered the address of a stranger and is signed in to that account. */
async function attackerAt(email: string) {
  const attacker = bank.stranger('198.51.100.66')
  await register(attacker, email, ATTACKERS)
  await signInAs(attacker, email, ATTACKERS)
  expect((await userOf(attacker))?.emailVerified).toBe(false)
  return attacker
}

/** The attacker has no session of a verified account and cannot get one. */
async function gainsNothing(attacker: Person, email: string) {
  expect((await userOf(attacker))?.emailVerified ?? false).toBe(false)
  const newBrowser = bank.stranger('198.51.100.66')
  await signInAs(newBrowser, email, ATTACKERS)
  expect((await userOf(newBrowser))?.emailVerified ?? false).toBe(false)
}

test('a click in an unexpected mail verifies no account', async () => {
  const email = newAddress()
  const attacker = await attackerAt(email)
  const token = await tokenTo(email, 'verify-email')
  const owner = bank.stranger()
  for (let time = 0; time < 2; time += 1)
    expect(await owner.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  expect(await owner.call(verifyEmail, { body: { token, password: OWN } })).toRefuse('wrong-password')
  await gainsNothing(attacker, email)

  expect((await owner.call(resetPassword, { body: { token, newPassword: OWN } })).status).toBe(200)
  expect(await userOf(attacker)).toBeNull()
  await gainsNothing(attacker, email)
  expect((await signInAs(owner, email, OWN)).body.user?.emailVerified).toBe(true)
  expect(await owner.call(verifyEmail, { body: { token } })).toRefuse('link-not-valid')
})

test("a password reset by the owner of the mailbox ends the attacker's access and verifies the account", async () => {
  const email = newAddress()
  const attacker = await attackerAt(email)
  const owner = bank.stranger()
  await owner.call(sendPasswordResetMail, { body: { email } })
  const token = await tokenTo(email, 'reset-password')
  const verification = await tokenTo(email, 'verify-email')
  expect((await owner.call(resetPassword, { body: { token, newPassword: OWN } })).status).toBe(200)
  expect(await userOf(attacker)).toBeNull()
  await gainsNothing(attacker, email)
  expect((await signInAs(owner, email, OWN)).body.user?.emailVerified).toBe(true)
  const again = await attacker.call(verifyEmail, { body: { token: verification } })
  expect(again).toRefuse('link-not-valid')
})

test('a stranger who registers after the attacker verifies nothing with either mail, and can take over the account', {
  tags: 'long',
}, async () => {
  const email = newAddress()
  const attacker = await attackerAt(email)
  const owner = bank.stranger()
  await register(owner, email, OWN)
  const token = await tokenTo(email, 'verify-email')
  expect(await owner.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  expect(await owner.call(verifyEmail, { body: { token, password: OWN } })).toRefuse('wrong-password')
  await gainsNothing(attacker, email)
  await owner.call(resetPassword, { body: { token, newPassword: OWN } })
  expect(await userOf(attacker)).toBeNull()
  await gainsNothing(attacker, email)
})

test('an attacker who registers after the owner gets nothing when the owner verifies', async () => {
  const email = newAddress()
  const owner = bank.stranger()
  await register(owner, email, OWN)
  const attacker = bank.stranger()
  await register(attacker, email, ATTACKERS)
  const token = await tokenTo(email, 'verify-email')
  expect((await owner.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect(await signInAs(attacker, email, ATTACKERS)).toRefuse('wrong-credentials')
  expect(await userOf(attacker)).toBeNull()
})

test('an attacker who requests another mail gains nothing from the newer link', {
  tags: 'long',
}, async () => {
  const email = newAddress()
  const attacker = await attackerAt(email)
  await attacker.call(resendVerificationMail)
  const token = await tokenTo(email, 'verify-email')
  expect(await bank.stranger().call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  await gainsNothing(attacker, email)
})

test('one click verifies in the browser that registered, and in a session of the account', async () => {
  const email = newAddress()
  const browser = bank.stranger()
  await register(browser, email, OWN)
  expect(
    (await browser.call(verifyEmail, { body: { token: await tokenTo(email, 'verify-email') } })).status,
  ).toBe(200)

  const another = newAddress()
  await register(bank.stranger(), another, OWN)
  const phone = bank.stranger()
  await signInAs(phone, another, OWN)
  expect(
    (await phone.call(verifyEmail, { body: { token: await tokenTo(another, 'verify-email') } })).status,
  ).toBe(200)
})

test('the browser that registered is signed in by the link, once, and as a browser that the account knows', async () => {
  const email = newAddress()
  const browser = bank.stranger()
  await register(browser, email, OWN)
  const cookie = cookieNamed(browser, REGISTRATION) ?? ''
  const token = await tokenTo(email, 'verify-email')
  expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect(await userOf(browser)).toMatchObject({ email, emailVerified: true })
  expect(cookieNamed(browser, 'bloodbank.device')).toBeDefined()
  expect(cookieNamed(browser, REGISTRATION)).toBeUndefined()
  const thief = bank.stranger()
  thief.cookie = cookie
  expect(await thief.call(verifyEmail, { body: { token } })).toRefuse('link-not-valid')
  expect(await userOf(thief)).toBeNull()
})

test('a session that a link started counts the password as entered at registration', async () => {
  const email = newAddress()
  const browser = bank.stranger()
  await register(browser, email, OWN)
  await browser.call(verifyEmail, { body: { token: await tokenTo(email, 'verify-email') } })
  const row = await bank.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['passwordGivenAt', 'users.createdAt'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row.passwordGivenAt).toEqual(row.createdAt)
})

test('a link opened in another browser verifies with the password, and signs nobody in', {
  tags: 'long',
}, async () => {
  const email = newAddress()
  await register(bank.stranger(), email, OWN)
  const phone = bank.stranger()
  const body = { token: await tokenTo(email, 'verify-email'), password: OWN }
  expect((await phone.call(verifyEmail, { body })).status).toBe(200)
  expect(await userOf(phone)).toBeNull()
})

test('a link does not sign in a suspended account, and ends no session of somebody else', async () => {
  const [suspended, own] = [newAddress(), newAddress()]
  const browser = bank.stranger()
  await register(browser, suspended, OWN)
  const token = await tokenTo(suspended, 'verify-email')
  await bank.db.updateTable('users').set({ suspendedAt: new Date() }).where('email', '=', suspended).execute()
  expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect(await userOf(browser)).toBeNull()

  await register(browser, own, OWN)
  const other = await bank.signedInAs()
  browser.cookie = [browser.cookie, other.cookie].join('; ')
  const body = { token: await tokenTo(own, 'verify-email') }
  expect((await browser.call(verifyEmail, { body })).status).toBe(200)
  expect((await userOf(browser))?.id).toBe(other.id)
})

test('a copy of the cookie of a registration works no longer than the cookie itself', {
  tags: 'long',
}, async () => {
  const email = newAddress()
  const browser = bank.stranger()
  await register(browser, email, OWN)
  const cookie = cookieNamed(browser, REGISTRATION)
  bank.advance(25 * 3_600_000)
  const phone = bank.stranger()
  await signInAs(phone, email, OWN)
  await phone.call(resendVerificationMail)
  const thief = bank.stranger()
  thief.cookie = cookie
  const body = { token: await tokenTo(email, 'verify-email') }
  expect(await thief.call(verifyEmail, { body })).toRefuse('password-needed')
})

test('in another browser the password of the account verifies', async () => {
  const email = newAddress()
  await register(bank.stranger(), email, OWN)
  const token = await tokenTo(email, 'verify-email')
  const phone = bank.stranger()
  expect(await phone.call(verifyEmail, { body: { token } })).toRefuse(
    'password-needed',
    'To verify your email address in this browser, enter the password of your account.',
  )
  const wrong = await phone.call(verifyEmail, { body: { token, password: 'not this one' } })
  expect(wrong).toRefuse('wrong-password')
  expect(wrong.error?.fields).toEqual({ password: wrong.error?.message })
  expect((await phone.call(verifyEmail, { body: { token, password: OWN } })).status).toBe(200)
})

test('guesses at a link count with those at the sign-in, and the link stays valid', async () => {
  const email = newAddress()
  await register(bank.stranger(), email, OWN)
  const token = await tokenTo(email, 'verify-email')
  const guess = (password: string) => bank.stranger().call(verifyEmail, { body: { token, password } })
  for (let time = 0; time < 3; time += 1) expect(await guess('a wrong guess')).toRefuse('wrong-password')
  for (let time = 0; time < 2; time += 1)
    expect(await signInAs(bank.stranger(), email, 'a wrong guess')).toRefuse('wrong-credentials')
  expect(await guess(OWN)).toRefuse('too-many-attempts', expect.any(String))
  const body = { token, newPassword: 'another password' }
  expect((await bank.stranger().call(resetPassword, { body })).status).toBe(200)
})

const REGISTRATION = 'bloodbank.registration'

test('registering a known address sets a cookie of the same shape that verifies nothing', async () => {
  const email = newAddress()
  const [first, second] = [bank.stranger(), bank.stranger()]
  await register(first, email, OWN)
  await register(second, email, ATTACKERS)
  const shapes = [first, second].map(browser => cookieNamed(browser, REGISTRATION)?.replaceAll(/[\w-]/g, 'x'))
  expect(shapes[0]).toMatch(/^x+\.x+=x{31}\.x{43}$/)
  expect(shapes[1]).toBe(shapes[0])
  const token = await tokenTo(email, 'verify-email')
  expect(await second.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
})

test('the cookie of a registration verifies its own account only', async () => {
  const [mine, other] = [newAddress(), newAddress()]
  const browser = bank.stranger()
  await register(browser, mine, OWN)
  await register(bank.stranger(), other, OWN)
  const token = await tokenTo(other, 'verify-email')
  expect(await browser.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  browser.cookie = `${REGISTRATION}=.`
  expect(await browser.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
})

test('the cookie of a registration lives for a day and is hidden from scripts and other sites', async () => {
  const overHttps = await startTestApp(PUBLIC_SITE)
  const headers = { origin: PUBLIC_SITE.PUBLIC_URL }
  const body = { email: newAddress(), password: OWN }
  const reply = await overHttps.stranger().send('POST', registerAccount.path, { body, headers })
  expect(reply.headers['set-cookie']).toMatch(
    /^__Host-bloodbank\.registration=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})
