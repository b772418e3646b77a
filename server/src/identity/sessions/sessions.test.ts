import { readSession, signIn, signOut } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

test('a member signs in, reads the session, and signs out', async () => {
  await bank.signedInAs({ email: 'rima@example.edu' })
  const rima = bank.stranger()
  const signedIn = await rima.call(signIn, { body: { email: ' Rima@Example.edu ', password: PASSWORD } })
  expect(signedIn.status).toBe(201)
  expect(signedIn.body.user).toMatchObject({ email: 'rima@example.edu', role: 'user' })
  expect((await rima.call(readSession)).body.user?.email).toBe('rima@example.edu')
  const cookie = rima.cookie
  expect((await rima.call(signOut)).status).toBe(204)
  expect((await rima.call(readSession)).body.user).toBeNull()
  rima.cookie = cookie
  expect((await rima.call(readSession)).body.user).toBeNull()
})
