import { endOtherSessions, listOtherSessions, readSession, signIn } from '@blood-bank/contract/sessions'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

/** The same member at another browser. */
async function elsewhere(email: string) {
  const person = bank.stranger()
  await person.call(signIn, { body: { email, password: PASSWORD } })
  return person
}

test('a member sees since when they are signed in elsewhere, newest first, and no token', async () => {
  const rima = await bank.signedInAs({ email: 'rima@example.edu' })
  expect((await rima.call(listOtherSessions)).body.sessions).toEqual([])
  const [phone, library] = [await elsewhere('rima@example.edu'), await elsewhere('rima@example.edu')]
  const { body, text } = await rima.call(listOtherSessions)
  const times = body.sessions.map(({ startedAt }) => startedAt)
  expect(times).toHaveLength(2)
  expect(times).toEqual([...times].sort().reverse())
  expect(Object.keys(body.sessions[0] ?? {})).toEqual(['startedAt', 'endsAt'])
  for (const { cookie } of [rima, phone, library])
    expect(text).not.toContain(cookie?.split('=')[1]?.split('.')[0])
})

test('a session that has run out is not listed', async () => {
  const nadia = await bank.signedInAs({ email: 'nadia@example.edu' })
  await elsewhere('nadia@example.edu')
  const { sessions } = (await nadia.call(listOtherSessions)).body
  const { startedAt } = sessions[0] ?? { startedAt: '' }
  await bank.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('userId', '=', nadia.id)
    .where('createdAt', '=', new Date(startedAt))
    .execute()
  expect((await nadia.call(listOtherSessions)).body.sessions).toEqual([])
})

test('ending the others ends them all, and neither this one nor those of anybody else', async () => {
  const neighbor = await bank.signedInAs()
  const karim = await bank.signedInAs({ email: 'karim@example.edu', emailVerified: false })
  const others = [await elsewhere('karim@example.edu'), await elsewhere('karim@example.edu')]
  expect((await karim.call(endOtherSessions)).status).toBe(204)
  for (const other of others) expect((await other.call(readSession)).body.user).toBeNull()
  for (const person of [karim, neighbor]) expect((await person.call(readSession)).body.user).not.toBeNull()
  expect((await karim.call(listOtherSessions)).body.sessions).toEqual([])
})
