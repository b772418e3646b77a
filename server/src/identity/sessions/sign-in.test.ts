import { readSession, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ SIGN_INS_PER_MINUTE: '0' })
await bank.newMember({ email: 'rima@example.edu' })

const signInWith = (email: string, password: string) =>
  bank.stranger().call(signIn, { body: { email, password } })

test('a wrong password and an unknown address get the same reply', async () => {
  const wrong = await signInWith('rima@example.edu', 'wrong password')
  const unknown = await signInWith('nobody@example.edu', PASSWORD)
  expect(wrong).toRefuse('wrong-credentials', 'Invalid email or password. Please try again.')
  expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  for (const reply of [wrong, unknown]) expect(reply.headers['set-cookie']).toBeUndefined()
})

const STRANGE_ADDRESSES = [
  ['a name', 'rima'],
  ['300 characters', `${'x'.repeat(300)}@example.edu`],
  ['a NUL', 'rima\0@example.edu'],
  ['half a character', 'rima\ud800@example.edu'],
  ['letters beyond ASCII', 'রিমা@example.edu'],
  ['a piece of SQL', "' or 1=1 --"],
  ['a piece of HTML', '<b>rima</b>@example.edu'],
  ['two addresses', 'rima@example.edu, nadia@example.edu'],
]
test.each(STRANGE_ADDRESSES)(
  '%s typed as an address is answered like any address without an account',
  async (_, email) => {
    const unknown = await signInWith('nobody@example.edu', PASSWORD)
    const reply = await signInWith(email, PASSWORD)
    expect(reply).toRefuse('wrong-credentials', 'Invalid email or password. Please try again.')
    expect([reply.status, reply.text]).toEqual([unknown.status, unknown.text])
  },
)

test('signing in again ends the session that the browser had', async () => {
  const rima = await bank.signedInAs()
  const former = rima.cookie
  await rima.call(signIn, { body: { email: 'rima@example.edu', password: PASSWORD } })
  expect((await rima.call(readSession)).body.user?.email).toBe('rima@example.edu')
  rima.cookie = former
  expect((await rima.call(readSession)).body.user).toBeNull()
})

test("a failed sign-in keeps the browser's session", async () => {
  const rima = await bank.signedInAs()
  const reply = await rima.call(signIn, { body: { email: 'rima@example.edu', password: 'wrong password' } })
  expect(reply).toRefuse('wrong-credentials')
  expect((await rima.call(readSession)).body.user?.email).toBe(rima.user?.email)
})

test('signing out ends the current session only', async () => {
  const phone = await bank.signedInAs({ email: 'two@example.edu' })
  const laptop = bank.stranger()
  await laptop.call(signIn, { body: { email: 'two@example.edu', password: PASSWORD } })
  const { cookie } = phone
  expect((await phone.call(signOut)).status).toBe(204)
  phone.cookie = cookie
  expect((await phone.call(readSession)).body.user).toBeNull()
  expect((await laptop.call(readSession)).body.user?.email).toBe('two@example.edu')
})
