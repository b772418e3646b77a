import {
  registerAccount,
  resendVerificationMail,
  resetPassword,
  sendPasswordResetMail,
  verifyEmail,
} from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PUBLIC_SITE } from '../../testing/environments/public-site.ts'
import { addPasskeyOf, signInWith } from '../../testing/passkeys.ts'
import { cookieNamed, type Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'

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

/** A newcomer who has registered, and the token of the link. */
async function newcomer(password = OWN) {
  const email = newAddress()
  const browser = bank.stranger()
  await register(browser, email, password)
  return { email, browser, token: await tokenTo(email, 'verify-email') }
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

test('a stranger who registers after the attacker verifies nothing with either mail, and can take over the account', async () => {
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
  const { email, browser: owner, token } = await newcomer()
  const attacker = bank.stranger()
  await register(attacker, email, ATTACKERS)
  expect((await owner.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect(await signInAs(attacker, email, ATTACKERS)).toRefuse('wrong-credentials')
  expect(await userOf(attacker)).toBeNull()
})

test('an attacker who requests another mail gains nothing from the newer link', async () => {
  const email = newAddress()
  const attacker = await attackerAt(email)
  await attacker.call(resendVerificationMail)
  const token = await tokenTo(email, 'verify-email')
  expect(await bank.stranger().call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  await gainsNothing(attacker, email)
})

test('one click verifies in the browser that registered, and in a session of the account', async () => {
  const { browser, token } = await newcomer()
  expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
  const another = await newcomer()
  const phone = bank.stranger()
  await signInAs(phone, another.email, OWN)
  expect((await phone.call(verifyEmail, { body: { token: another.token } })).status).toBe(200)
})

test('the browser that registered is signed in by the link, once, and as a browser that the account knows', async () => {
  const { email, browser, token } = await newcomer()
  const cookie = cookieNamed(browser, REGISTRATION) ?? ''
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
  const { email, browser, token } = await newcomer()
  await browser.call(verifyEmail, { body: { token } })
  const row = await bank.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['passwordGivenAt', 'users.createdAt'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row.passwordGivenAt).toEqual(row.createdAt)
})

test('a link does not sign in a suspended account, which learns of it', async () => {
  const { email, browser, token } = await newcomer()
  await bank.db.updateTable('users').set({ suspendedAt: new Date() }).where('email', '=', email).execute()
  expect(await browser.call(verifyEmail, { body: { token } })).toRefuse('account-suspended')
  expect(await userOf(browser)).toBeNull()
})

test('where somebody else is signed in the password is needed, and signs in whoever gives it', async () => {
  const { email, browser, token } = await newcomer()
  const other = await bank.signedInAs({ emailVerified: false })
  browser.cookie = [browser.cookie, other.cookie].join('; ')
  const body = { token }
  expect(await browser.call(verifyEmail, { body })).toRefuse('password-needed')
  expect((await userOf(browser))?.id).toBe(other.id)
  expect((await browser.call(verifyEmail, { body: { ...body, password: OWN } })).status).toBe(200)
  expect(await userOf(browser)).toMatchObject({ email, emailVerified: true })
  const stored = bank.db.selectFrom('users').select('emailVerified').where('id', '=', other.id)
  expect(await stored.execute()).toEqual([{ emailVerified: false }])
})

test.each<[string, (browser: Person) => Promise<unknown>]>([
  ['signed in', async browser => signInAs(browser, (await bank.newMember()).email, PASSWORD)],
  [
    'signed in with a passkey',
    async browser => signInWith(browser, (await addPasskeyOf(await bank.signedInAs())).device),
  ],
  [
    'signed in to a suspended account',
    async browser => {
      const { id, email } = await bank.newMember()
      await bank.db.updateTable('users').set({ suspendedAt: new Date() }).where('id', '=', id).execute()
      await signInAs(browser, email, PASSWORD)
    },
  ],
  [
    'signed in by the link of another registration',
    async browser => {
      const { token } = await newcomer()
      await browser.call(verifyEmail, { body: { token, password: OWN } })
    },
  ],
  [
    'set a new password',
    async browser => {
      const { email } = await bank.newMember()
      await browser.call(sendPasswordResetMail, { body: { email } })
      const token = await tokenTo(email, 'reset-password')
      await browser.call(resetPassword, { body: { token, newPassword: OWN } })
    },
  ],
  ['signed out', browser => browser.call(signOut)],
])('a link needs the password where somebody has %s since the registration', async (_, act) => {
  const { email, browser: library, token } = await newcomer(ATTACKERS)
  await act(library)
  await library.call(signOut)
  expect(await library.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  await gainsNothing(bank.stranger(), email)
})

test('an hour after the registration a link needs the password, also with a copy of the cookie', async () => {
  const { email, browser, token } = await newcomer()
  bank.advance(3_600_000 + 1000)
  expect(await browser.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  expect((await browser.call(verifyEmail, { body: { token, password: OWN } })).status).toBe(200)
  expect(await userOf(browser)).toMatchObject({ email, emailVerified: true })
})

test('in another browser the password of the account verifies, and signs in', async () => {
  const { email, token } = await newcomer()
  const phone = bank.stranger()
  expect(await phone.call(verifyEmail, { body: { token } })).toRefuse(
    'password-needed',
    'To verify your email address in this browser, enter the password of your account.',
  )
  const wrong = await phone.call(verifyEmail, { body: { token, password: 'not this one' } })
  expect(wrong).toRefuse('wrong-password')
  expect(wrong.error?.fields).toEqual({ password: wrong.error?.message })
  expect((await phone.call(verifyEmail, { body: { token, password: OWN } })).status).toBe(200)
  expect(await userOf(phone)).toMatchObject({ email, emailVerified: true })
  expect(cookieNamed(phone, 'bloodbank.device')).toBeDefined()
})

test('guesses at a link count with those at the sign-in, and the link stays valid', async () => {
  const { email, token } = await newcomer()
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
  const { email, browser: first, token } = await newcomer()
  const second = bank.stranger()
  await register(second, email, ATTACKERS)
  const shapes = [first, second].map(browser => cookieNamed(browser, REGISTRATION)?.replaceAll(/[\w-]/g, 'x'))
  expect(shapes[0]).toMatch(/^x+\.x+=x{31}\.x{43}$/)
  expect(shapes[1]).toBe(shapes[0])
  expect(await second.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
})

test('the cookie of a registration verifies its own account only', async () => {
  const [{ browser }, { token }] = [await newcomer(), await newcomer()]
  expect(await browser.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
  browser.cookie = `${REGISTRATION}=.`
  expect(await browser.call(verifyEmail, { body: { token } })).toRefuse('password-needed')
})

test('the cookie of a registration lives for an hour and is hidden from scripts and other sites', async () => {
  const overHttps = await startTestApp(PUBLIC_SITE)
  const headers = { origin: PUBLIC_SITE.PUBLIC_URL }
  const body = { email: newAddress(), password: OWN }
  const reply = await overHttps.stranger().send('POST', registerAccount.path, { body, headers })
  expect(reply.headers['set-cookie']).toMatch(
    /^__Host-bloodbank\.registration=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})
