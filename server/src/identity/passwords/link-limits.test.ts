import { changePassword, eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import {
  registerAccount,
  resendVerificationMail,
  sendPasswordResetMail,
} from '@blood-bank/contract/passwords/accounts'
import { signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { passWaits } from '../../testing/pass-time.ts'
import type { Person } from '../../testing/person.ts'
import { PASSWORD, passTime, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const secondServer = await bank.anotherServer()
const QUARTER_HOUR_S = 15 * 60
const ask = (browser: Person, email: string) => browser.call(sendPasswordResetMail, { body: { email } })
const register = (browser: Person, email: string) =>
  browser.call(registerAccount, { body: { email, password: PASSWORD } })

const subjectsTo = async (email: string) =>
  (await bank.mailsTo(email)).map(({ subject }) => subject.split(' · ', 1)[0])

type Act = (browser: Person) => Promise<{ status: number; text: string }>

/** Half of them at each of two servers, each from another network; ten concurrently, because a server refuses more. */
async function manyTimes(act: Act) {
  const replies = []
  for (let from = 0; from < 30; from += 10) {
    const browsers = Array.from({ length: 10 }, (_, at) =>
      (at % 2 ? bank : secondServer).stranger(`203.0.113.${from + at}`),
    )
    replies.push(...(await Promise.all(browsers.map(act))))
  }
  return replies
}

/** A browser in which a user has signed in and out again. */
async function knownBrowser(email: string) {
  const browser = bank.stranger()
  await browser.call(signIn, { body: { email, password: PASSWORD } })
  await browser.call(signOut)
  return browser
}

test('the addresses of a mailbox are one recipient of what strangers request, and of what unverified accounts do', async () => {
  const addresses = [1, 2, 3, 4].map(nth => `target+${nth}@example.edu`)
  const attackers = await Promise.all(
    addresses.map(async (email, nth) => {
      const attacker = bank.stranger(`203.0.113.${nth}`)
      await register(attacker, email)
      await attacker.call(signIn, { body: { email, password: PASSWORD } })
      await attacker.call(resendVerificationMail)
      await ask(bank.stranger(), email)
      return attacker
    }),
  )
  const count = async () => (await Promise.all(addresses.map(subjectsTo))).flat().length
  // One of a registration, three that were asked for again, and one to reset a password.
  expect(await count()).toBeLessThanOrEqual(5)
  for (const attacker of attackers) expect((await attacker.call(resendVerificationMail)).status).toBe(429)
  // The owner is verified in a browser of their own.
  const { email } = await bank.newMember({ email: 'target@example.edu' })
  await ask(await knownBrowser(email), email)
  expect(await subjectsTo(email)).toEqual(['Reset your password'])
})

test('many reset requests in a second send one mail, and all get the same reply', async () => {
  const { email } = await bank.newMember()
  const replies = await manyTimes(browser => ask(browser, email))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await subjectsTo(email)).toEqual(['Reset your password'])
})

test('strangers trigger one mail of a kind in a quarter of an hour, and five a day', async () => {
  const { email } = await bank.newMember()
  for (const sent of [1, 2, 3, 4, 5, 5]) {
    for (let time = 0; time < 2; time += 1) expect((await ask(bank.stranger(), email)).status).toBe(202)
    expect(await subjectsTo(email)).toHaveLength(sent)
    passTime(QUARTER_HOUR_S)
  }
  passTime(22.5 * 3_600)
  await ask(bank.stranger(), email)
  expect(await subjectsTo(email)).toHaveLength(6)
})

test('an address without an account is counted in the same way, and gets no mail', async () => {
  for (let time = 0; time < 3; time += 1) await ask(bank.stranger(), 'nobody@example.edu')
  const waiting = await bank.db.selectFrom('outbox').select('kind').execute()
  expect(waiting).toEqual([{ kind: 'reset-password' }])
  expect(await subjectsTo('nobody@example.edu')).toEqual([])
})

test('resets and verification emails that a network asks for are counted before anything is stored, whoever they are for', async () => {
  const { email } = await bank.newMember()
  const newcomer = bank.stranger('203.0.113.202')
  newcomer.cookie = (await bank.signedInAs({ emailVerified: false })).cookie
  const from = '203.0.113.200'
  const count = (points: number, limit: string) =>
    sql`update attempt_limits set points = ${points} where key like ${`%:${limit}`}`.execute(bank.db)
  await ask(bank.stranger(from), 'invented@example.edu')
  await count(300, 'resetsOfNetwork')
  const stored = async () => (await sql`select key from attempt_limits order by key`.execute(bank.db)).rows
  const before = await stored()
  const refusals = [await ask(bank.stranger(from), email), await ask(bank.stranger(from), 'more@example.edu')]
  for (const refused of refusals) {
    expect(refused).toRefuse(
      'too-many-mails',
      'Many emails were asked for from your network in the last hour. Please try again later.',
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  }
  expect(await stored()).toEqual(before)
  await count(1, 'resetsOfNetwork')
  expect((await ask(bank.stranger('203.0.113.201'), email)).status).toBe(202)
  expect((await newcomer.call(resendVerificationMail)).status).toBe(202)
  await count(300, 'resendsOfNetwork')
  expect(await newcomer.call(resendVerificationMail)).toRefuse('too-many-mails')
  await count(1, 'resendsOfNetwork')
})

test('thirty reset requests by strangers do not block mails requested from a known browser', async () => {
  const { email } = await bank.newMember()
  const browser = await knownBrowser(email)
  for (let at = 0; at < 30; at += 1) await ask(bank.stranger(`203.0.113.${at}`), email)
  expect(await subjectsTo(email)).toHaveLength(1)
  for (let time = 0; time < 4; time += 1) await ask(browser, email)
  expect(await subjectsTo(email)).toHaveLength(4)
  passTime(QUARTER_HOUR_S)
  for (let time = 0; time < 3; time += 1) await ask(browser, email)
  expect(await subjectsTo(email)).toHaveLength(7)
})

test('a browser that is known to one account is a stranger to the others', async () => {
  const { email } = await bank.newMember()
  const browser = await knownBrowser((await bank.newMember()).email)
  for (let time = 0; time < 3; time += 1) await ask(browser, email)
  expect(await subjectsTo(email)).toHaveLength(1)
})

test('the first Resend after registering works, also when strangers registered the address, too', async () => {
  const email = 'newcomer@example.edu'
  const newcomer = bank.stranger()
  await register(newcomer, email)
  for (let time = 0; time < 5; time += 1) await register(bank.stranger(), email)
  await newcomer.call(signIn, { body: { email, password: PASSWORD } })
  expect((await newcomer.call(resendVerificationMail)).status).toBe(202)
  expect((await subjectsTo(email)).toSorted()).toEqual([
    'Verify your email address',
    'Verify your email address',
    'You already have an account',
  ])
})

test("an account with another person's address can request at most ten mails a day", async () => {
  const email = 'victim@example.edu'
  const attacker = await bank.signedInAs({ email, emailVerified: false })
  let sent = 0
  for (let quarter = 0; quarter < 12; quarter += 1) {
    sent += Number((await attacker.call(resendVerificationMail)).status === 202)
    passTime(QUARTER_HOUR_S)
  }
  expect(sent).toBe(10)
  expect(await subjectsTo(email)).toHaveLength(10)
})

test('registering and erasing in turn sends no more mails than registering once', async () => {
  const email = 'again@example.edu'
  for (let time = 0; time < 5; time += 1) {
    const attacker = bank.stranger()
    await register(attacker, email)
    await attacker.call(signIn, { body: { email, password: PASSWORD } })
    await attacker.call(resendVerificationMail)
    await bank.mailsTo(email)
    expect((await attacker.call(eraseOwnAccount, { body: { password: PASSWORD } })).status).toBe(200)
  }
  const { rows } = await bank.pool.query<{ points: number }>(
    'select points from attempt_limits where points >= 3',
  )
  expect(rows.length).toBeGreaterThan(0)
  await register(bank.stranger(), email)
  expect(await subjectsTo(email)).toEqual([])
})

test('a changed password is told at once, and further changes when five minutes are over, in one email', async () => {
  const email = 'notices@example.edu'
  const rima = await bank.signedInAs({ email })
  let password = PASSWORD
  const change = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const body = { currentPassword: password, newPassword: `${password} again` }
      expect((await rima.call(changePassword, { body })).status).toBe(200)
      password = body.newPassword
    }
  }
  const TOLD = 'Your password was changed'
  /** When the emails that wait are sent, in minutes from now. */
  const waiting = async () => {
    const mails = bank.db.selectFrom('outbox').select('nextAttemptAt').where('recipient', '=', email)
    return (await mails.execute()).map(({ nextAttemptAt }) =>
      Math.round((nextAttemptAt.getTime() - Date.now()) / 60_000),
    )
  }
  // Twice before the first email is sent: it is not delayed.
  await change(2)
  expect(await subjectsTo(email)).toEqual([TOLD])
  await change(5)
  expect(await subjectsTo(email)).toEqual([TOLD])
  expect(await waiting()).toEqual([5])
  await passWaits(bank.db)
  expect(await subjectsTo(email)).toEqual([TOLD, TOLD])
  // The second email begins another five minutes.
  bank.advance(6 * 60_000)
  await change(2)
  expect(await subjectsTo(email)).toEqual([TOLD, TOLD])
  expect(await waiting()).toEqual([4])
  bank.advance(-6 * 60_000)
})
