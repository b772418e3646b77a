import { eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { registerAccount, resendVerificationMail } from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'
import { everyRow } from '../../testing/postgres/every-row.ts'
import { AUTH_SECRET, PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ email: 'head@example.edu', role: 'admin' })

type Member = Awaited<ReturnType<typeof bank.signedInAs>>

const erase = (person: Member, password = PASSWORD) => person.call(eraseOwnAccount, { body: { password } })

/** The counters of an email or an id. */
const hashOf = createKeyedHash(AUTH_SECRET, 'attempt limits')
const attemptKeys = async () => (await everyRow(bank.owner)).get('attempt_limits')?.join() ?? ''

test('after the erasure all sessions have ended, signing in fails, and registering again works', async () => {
  const email = 'again@example.edu'
  const person = await bank.signedInAs({ email })
  const phone = bank.stranger()
  await phone.call(signIn, { body: { email, password: PASSWORD } })
  const { cookie } = person
  const reply = await erase(person)
  expect(String(reply.headers['set-cookie'])).toContain('Max-Age=0')
  person.cookie = cookie
  for (const browser of [person, phone]) expect((await browser.call(readSession)).body.user).toBeNull()
  const signInAgain = () => bank.stranger().call(signIn, { body: { email, password: PASSWORD } })
  expect(await signInAgain()).toRefuse('wrong-credentials')
  expect(await bank.mailsTo(email)).toEqual([])
  await bank.stranger().call(registerAccount, { body: { email, password: PASSWORD } })
  expect((await bank.mailsTo(email)).map(mail => mail.subject)).toEqual([
    'Verify your email address · University Blood Bank',
  ])
  expect((await signInAgain()).body.user?.id).not.toBe(person.id)
})

test('with a wrong password nothing is erased', async () => {
  const person = await bank.signedInAs({ email: 'careful@example.edu' })
  const before = await everyRow(bank.owner)
  const reply = await erase(person, 'not this one')
  expect(reply).toRefuse('wrong-password')
  expect(reply.error?.fields).toEqual({ password: reply.error?.message })
  const after = await everyRow(bank.owner)
  for (const rows of [before, after]) rows.delete('attempt_limits')
  expect(after).toEqual(before)
  expect((await person.call(readSession)).body.user).not.toBeNull()
})

test('concurrent attempts leave no counters behind, nor does one of somebody with an unverified email', async () => {
  const email = 'three@example.edu'
  const person = await bank.signedInAs({ email })
  await Promise.all(Array.from({ length: 3 }, () => erase(person)))
  expect(await attemptKeys()).not.toContain(hashOf(email))
  const unverified = await bank.signedInAs({ emailVerified: false })
  await unverified.call(resendVerificationMail)
  expect((await erase(unverified)).status).toBe(200)
  expect(await attemptKeys()).not.toContain(hashOf(unverified.id))
})

test('the last admin is refused with advice to appoint another one, and nothing changes', async () => {
  expect(await erase(admin)).toRefuse(
    'last-admin',
    'There must be at least one admin. Make someone else an admin first.',
  )
  expect((await admin.call(readSession)).body.user?.role).toBe('admin')
  const deputy = await bank.signedInAs({ role: 'admin' })
  expect((await erase(deputy)).status).toBe(200)
})
