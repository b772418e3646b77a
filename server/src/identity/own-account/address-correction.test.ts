import { correctAddress, readOwnAccount, SAME_ADDRESS } from '@blood-bank/contract/own-account/endpoints'
import { registerAccount, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { cookieNamed, type Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'

const bank = await startTestApp({ ALLOWED_EMAIL_DOMAINS: 'example.edu,exmaple.edu' })

let people = 0

/** Somebody who has registered with a wrong address and is signed in. */
async function withWrongAddress() {
  people += 1
  const [wrong, right] = [`rima${people}@exmaple.edu`, `rima${people}@example.edu`]
  const rima = bank.stranger()
  await rima.call(registerAccount, { body: { email: wrong, password: PASSWORD } })
  await rima.call(signIn, { body: { email: wrong, password: PASSWORD } })
  const oldLink = tokenIn((await bank.mailsTo(wrong)).at(-1))
  return { rima, wrong, right, oldLink }
}

const correct = (person: Person, email: string, password = PASSWORD) =>
  person.call(correctAddress, { body: { email, password } })
const signInAs = (person: Person, email: string) =>
  person.call(signIn, { body: { email, password: PASSWORD } })
const subjectsTo = async (email: string) =>
  (await bank.mailsTo(email)).map(({ subject }) => subject.split(' · ', 1)[0])

test('a corrected address gets the verification mail, and one click verifies it', async () => {
  const { rima, right } = await withWrongAddress()
  const reply = await correct(rima, ` ${right.toUpperCase()}`)
  expect([reply.status, reply.body]).toEqual([
    202,
    {
      message: `A verification email has been sent to ${right}. Sign in with this address from now on.`,
    },
  ])
  const token = tokenIn((await bank.mailsTo(right)).at(-1))
  expect((await rima.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect((await signInAs(rima, right)).body.user).toMatchObject({ email: right, emailVerified: true })
  expect((await rima.call(readOwnAccount)).body.consent).not.toBeNull()
})

test('nothing is left at the wrong address: neither account, sessions, links nor mails', async () => {
  const { rima, wrong, right, oldLink } = await withWrongAddress()
  const elsewhere = bank.stranger()
  await signInAs(elsewhere, wrong)
  await correct(rima, right)
  for (const browser of [rima, elsewhere]) expect((await browser.call(readSession)).body.user).toBeNull()
  expect(cookieNamed(rima, 'bloodbank.session')).toBeUndefined()
  expect(await bank.stranger().call(verifyEmail, { body: { token: oldLink } })).toRefuse('link-not-valid')
  expect(await signInAs(bank.stranger(), wrong)).toRefuse('wrong-credentials')
  expect(await bank.mailsTo(wrong)).toEqual([])
})

test('an address that has an account gets the same reply, and its owner a mail that says so', async () => {
  const { email: known } = await bank.newMember()
  const [one, other] = [await withWrongAddress(), await withWrongAddress()]
  const replies = [await correct(one.rima, one.right), await correct(other.rima, known)]
  const [free, taken] = replies.map(({ status, text }) => [status, text.replace(/[\w.]+@\S+\w/, '…')])
  expect(taken).toEqual(free)
  const shapes = [one, other].map(({ rima }) => rima.cookie?.replaceAll(/[\w-]/g, 'x'))
  expect(shapes[1]).toBe(shapes[0])
  expect(await subjectsTo(known)).toEqual(['You already have an account'])
  expect((await bank.signIn(known)).user?.email).toBe(known)
  expect((await other.rima.call(readSession)).body.user).toBeNull()
  expect(await signInAs(other.rima, other.wrong)).toRefuse('wrong-credentials')
})

test('the password is asked for, and guesses at it are limited', async () => {
  const { rima, wrong, right } = await withWrongAddress()
  for (let time = 0; time < 5; time += 1) {
    const refused = await correct(rima, right, 'not this one')
    expect(refused).toRefuse('wrong-password')
    expect(refused.error?.fields).toEqual({ password: refused.error?.message })
  }
  expect(await correct(rima, right)).toRefuse('too-many-attempts', expect.any(String))
  expect(await bank.mailsTo(right)).toEqual([])
  expect((await signInAs(bank.stranger(), wrong)).status).toBe(201)
})

test('a verified account keeps its address, also when it is verified during the call', async () => {
  const member = await bank.signedInAs()
  expect(await correct(member, 'another@example.edu')).toRefuse('email-already-verified')
  const { rima, right, oldLink } = await withWrongAddress()
  const [verified, corrected] = await Promise.all([
    rima.call(verifyEmail, { body: { token: oldLink } }),
    correct(rima, right),
  ])
  expect([`${verified.status} ${corrected.status}`]).toEqual([expect.stringMatching(/^(200 409|400 202)$/)])
})

test('the own address and a foreign domain are refused at their field, and change nothing', async () => {
  const { rima, wrong } = await withWrongAddress()
  const same = await correct(rima, wrong)
  expect(same).toRefuse('invalid-input', SAME_ADDRESS)
  expect(same.error?.fields).toEqual({ email: SAME_ADDRESS })
  expect(await correct(rima, 'rima@example.com')).toRefuse('email-domain-not-allowed')
  expect((await rima.call(readSession)).body.user?.email).toBe(wrong)
})

test('corrections count as registrations of a network', async () => {
  const strict = await startTestApp({ REGISTRATIONS_PER_HOUR: '2' })
  const rima = await strict.signedInAs({ emailVerified: false })
  const { email } = rima.user ?? {}
  const address = (at: number) => `right${at}@example.edu`
  await correct(rima, address(1))
  await rima.call(signIn, { body: { email: address(1), password: PASSWORD } })
  await correct(rima, address(2))
  await rima.call(signIn, { body: { email: address(2), password: PASSWORD } })
  expect(await correct(rima, address(3))).toRefuse('too-many-registrations', expect.any(String))
  expect((await rima.call(readSession)).body.user?.email).toBe(address(2))
  expect(email).not.toBe(address(2))
})
