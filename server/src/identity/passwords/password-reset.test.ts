import { MINUTE_MS } from '@blood-bank/contract/durations'
import { resetPassword, sendPasswordResetMail, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp, tokenIn } from '../../testing/test-app.ts'

const NEW = 'a new password'
// The limits of mails are tested in limits.test.ts.
const bank = await startTestApp({ MAILS_PER_QUARTER_HOUR: '0', MAILS_PER_DAY: '0' })
const strict = await startTestApp({ MIN_PASSWORD_LENGTH: '10' })

const ask = (email: string) => bank.stranger().call(sendPasswordResetMail, { body: { email } })
const lastToken = async (email: string) => tokenIn((await bank.mailsTo(email)).at(-1))
const reset = (token: string, newPassword = NEW) =>
  bank.stranger().call(resetPassword, { body: { token, newPassword } })
const signInWith = (email: string, password: string) =>
  bank.stranger().call(signIn, { body: { email, password } })

test('a forgotten password is replaced, and the old one no longer works', async () => {
  await bank.newMember({ email: 'rima@example.edu' })
  await ask('Rima@example.edu')
  const [mail] = await bank.mailsTo('rima@example.edu')
  expect(mail?.subject).toBe('Reset your password · University Blood Bank')
  expect(mail?.text).toContain(`http://localhost:3000/reset-password#token=${tokenIn(mail)}`)
  const reply = await reset(tokenIn(mail))
  expect([reply.status, reply.body]).toEqual([
    200,
    { message: 'Your new password is set. Please sign in with it.' },
  ])
  expect((await signInWith('rima@example.edu', NEW)).status).toBe(201)
  expect(await signInWith('rima@example.edu', PASSWORD)).toRefuse('wrong-credentials')
})

test('the reply does not reveal whether an address has an account, and an unknown address gets no mail', async () => {
  await bank.newMember({ email: 'known@example.edu' })
  for (const email of ['known@example.edu', 'unknown@example.edu']) {
    const reply = await ask(email)
    expect([reply.status, reply.body]).toEqual([
      202,
      {
        message: `If an account exists for ${email}, a password reset link has been sent. Please check your inbox (and spam folder).`,
      },
    ])
  }
  expect(await bank.mailsTo('unknown@example.edu')).toEqual([])
  expect(await bank.mailsTo('known@example.edu')).toHaveLength(1)
})

test('a reset ends every session and sends a notice', async () => {
  const phone = await bank.signedInAs({ email: 'sessions@example.edu' })
  const laptop = bank.stranger()
  await laptop.call(signIn, { body: { email: 'sessions@example.edu', password: PASSWORD } })
  const neighbour = await bank.signedInAs()
  await ask('sessions@example.edu')
  await reset(await lastToken('sessions@example.edu'))
  for (const { call } of [phone, laptop]) expect((await call(readSession)).body.user).toBeNull()
  expect((await neighbour.call(readSession)).body.user).not.toBeNull()
  const notice = (await bank.mailsTo('sessions@example.edu')).at(-1)
  expect(notice?.subject).toBe('Your password was changed · University Blood Bank')
  expect(notice?.text).not.toContain('#token=')
})

test('of six concurrent uses of a link one succeeds', async () => {
  await bank.newMember({ email: 'once@example.edu' })
  await ask('once@example.edu')
  const token = await lastToken('once@example.edu')
  const passwords = Array.from({ length: 6 }, (_, at) => `password ${at}`)
  const replies = await Promise.all(passwords.map(password => reset(token, password)))
  const winners = passwords.filter((_, at) => replies[at]?.status === 200)
  expect(winners).toHaveLength(1)
  for (const reply of replies) if (reply.status !== 200) expect(reply).toRefuse('link-not-valid')
  expect((await signInWith('once@example.edu', String(winners[0]))).status).toBe(201)
  for (const password of passwords.filter(one => one !== winners[0]))
    expect(await signInWith('once@example.edu', password)).toRefuse('wrong-credentials')
  expect(await reset(token)).toRefuse('link-not-valid')
})

test('a link is valid for 30 minutes, even after a newer one is sent, and using one invalidates the others', async () => {
  await bank.newMember({ email: 'late@example.edu' })
  await ask('late@example.edu')
  const older = await lastToken('late@example.edu')
  await ask('late@example.edu')
  const newer = await lastToken('late@example.edu')
  // The rest is for a slow machine.
  bank.advance(29.5 * MINUTE_MS)
  expect((await reset(older)).status).toBe(200)
  expect(await reset(newer)).toRefuse('link-not-valid')
  await ask('late@example.edu')
  const fresh = await lastToken('late@example.edu')
  bank.advance(30 * MINUTE_MS)
  expect(await reset(fresh)).toRefuse('link-not-valid')
})

test('a password reset link does not work as a verification link', async () => {
  await bank.newMember({ email: 'purpose@example.edu', emailVerified: false })
  await ask('purpose@example.edu')
  const token = await lastToken('purpose@example.edu')
  expect(await bank.stranger().call(verifyEmail, { body: { token } })).toRefuse('link-not-valid')
  expect((await reset(token)).status).toBe(200)
})

test('a refused password does not consume the link', async () => {
  await strict.newMember({ email: 'rima@example.edu' })
  await strict.stranger().call(sendPasswordResetMail, { body: { email: 'rima@example.edu' } })
  const token = tokenIn((await strict.mailsTo('rima@example.edu')).at(-1))
  const send = (newPassword: string) =>
    strict.stranger().call(resetPassword, { body: { token, newPassword } })
  expect(await send('five!')).toRefuse('invalid-input', 'Password should be at least 6 characters long.')
  const reply = await send('ninechars')
  expect(reply).toRefuse('invalid-input', 'Password should be at least 10 characters long.')
  expect(reply.error).toMatchObject({ fields: { newPassword: expect.any(String) } })
  expect((await send('ten chars!')).status).toBe(200)
})

test('a reset ends the pause of its user', async () => {
  await bank.newMember({ email: 'guesser@example.edu' })
  for (let attempt = 0; attempt < 6; attempt += 1) await signInWith('guesser@example.edu', 'wrong guess')
  expect(await signInWith('guesser@example.edu', PASSWORD)).toRefuse('too-many-attempts', expect.any(String))
  await ask('guesser@example.edu')
  await reset(await lastToken('guesser@example.edu'))
  expect((await signInWith('guesser@example.edu', NEW)).status).toBe(201)
})

test('a sign-in with the old password that overlaps the reset leaves no session behind', async () => {
  await bank.newMember({ email: 'overlap@example.edu' })
  await ask('overlap@example.edu')
  const token = await lastToken('overlap@example.edu')
  const attackers = Array.from({ length: 12 }, () => bank.stranger())
  const body = { email: 'overlap@example.edu', password: PASSWORD }
  // Hashing the new password takes as long as verifying the old one, so some of these calls overlap the change.
  const signingIn = Promise.all(attackers.map(attacker => attacker.call(signIn, { body })))
  expect((await reset(token)).status).toBe(200)
  await signingIn
  for (const attacker of attackers) expect((await attacker.call(readSession)).body.user).toBeNull()
})
