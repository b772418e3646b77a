import { changePassword } from '@blood-bank/contract/own-account/endpoints'
import { resetPassword, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'

const NEW = 'a new password'
const bank = await startTestApp()
const strict = await startTestApp({ MIN_PASSWORD_LENGTH: '10', REFUSE_COMMON_PASSWORDS: 'true' })

type Member = Awaited<ReturnType<typeof bank.signedInAs>>

const change = (member: Member, currentPassword = PASSWORD, newPassword = NEW) =>
  member.call(changePassword, { body: { currentPassword, newPassword } })
const signInWith = (email: string, password: string) =>
  bank.stranger().call(signIn, { body: { email, password } })

test('a member, verified or not, changes the password; other sessions end, this one stays, a notice is sent', async () => {
  const email = 'rima@example.edu'
  const rima = await bank.signedInAs({ email, emailVerified: false })
  const phone = bank.stranger()
  await phone.call(signIn, { body: { email, password: PASSWORD } })
  const neighbor = await bank.signedInAs()
  const reply = await change(rima)
  expect([reply.status, reply.body]).toEqual([
    200,
    { message: 'Your password was changed. You are still signed in here, and signed out everywhere else.' },
  ])
  expect((await phone.call(readSession)).body.user).toBeNull()
  for (const person of [rima, neighbor]) expect((await person.call(readSession)).body.user).not.toBeNull()
  expect(await signInWith(email, PASSWORD)).toRefuse('wrong-credentials')
  expect((await signInWith(email, NEW)).status).toBe(201)
  const [notice, ...more] = await bank.mailsTo(email)
  expect(notice?.subject).toBe('Your password was changed · University Blood Bank')
  expect(more).toEqual([])
})

test('a changed password ends the links that were sent to reset it', async () => {
  const email = 'karim@example.edu'
  const karim = await bank.signedInAs({ email })
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  const token = tokenIn((await bank.mailsTo(email)).at(-1))
  await change(karim)
  const reset = { token, newPassword: 'chosen by a thief' }
  expect(await bank.stranger().call(resetPassword, { body: reset })).toRefuse('link-not-valid')
  expect((await signInWith(email, NEW)).status).toBe(201)
})

test('with a wrong current password nothing changes', async () => {
  const email = 'nadia@example.edu'
  const nadia = await bank.signedInAs({ email })
  const reply = await change(nadia, 'not this one')
  expect(reply).toRefuse('wrong-password', 'This is not your current password. Please try again.')
  expect(reply.error?.fields).toEqual({ currentPassword: reply.error?.message })
  expect((await signInWith(email, PASSWORD)).status).toBe(201)
  expect(await bank.mailsTo(email)).toEqual([])
})

test('attempts here are limited for this session, and do not block signing in', async () => {
  const email = 'guessed@example.edu'
  const member = await bank.signedInAs({ email })
  for (let time = 0; time < 5; time += 1)
    expect(await change(member, 'a wrong guess')).toRefuse('wrong-password')
  const reply = await change(member)
  expect(reply).toRefuse('too-many-attempts', expect.any(String))
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(50)
  expect((await signInWith(email, PASSWORD)).status).toBe(201)
})

test.each([
  ['ninechars', 'invalid-input', 'Password should be at least 10 characters long.'],
  [
    'basketball',
    'password-too-common',
    'This password is among the most common ones. Please choose another.',
  ],
] as const)(
  'the new password %s is held to the rules of the registration',
  async (password, code, message) => {
    const rima = await strict.signedInAs()
    const reply = await change(rima, PASSWORD, password)
    expect(reply).toRefuse(code, message)
    expect(Object.keys(reply.error?.fields ?? {})).toEqual(['newPassword'])
  },
)

test('of four concurrent changes, from one password to four others, one succeeds', async () => {
  const email = 'four@example.edu'
  const member = await bank.signedInAs({ email })
  const passwords = Array.from({ length: 4 }, (_, at) => `password ${at}`)
  const replies = await Promise.all(passwords.map(password => change(member, PASSWORD, password)))
  const winners = passwords.filter((_, at) => replies[at]?.status === 200)
  expect(winners).toHaveLength(1)
  expect((await signInWith(email, winners[0] ?? '')).status).toBe(201)
})
