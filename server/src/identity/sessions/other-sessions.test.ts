import {
  endOtherSessions,
  listOtherSessions,
  readSession,
  signIn,
} from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

/** The same member at another browser. */
async function elsewhere(email: string) {
  const person = bank.stranger()
  await person.call(signIn, { body: { email, password: PASSWORD } })
  return person
}

const othersOf = (person: Person, query: { limit?: number; after?: string } = {}) =>
  person.call(listOtherSessions, { query })

test('a member sees the start of their other sessions, newest first, and no token', async () => {
  const rima = await bank.signedInAs({ email: 'rima@example.edu' })
  expect((await othersOf(rima)).body.records).toEqual([])
  const [phone, library] = [await elsewhere('rima@example.edu'), await elsewhere('rima@example.edu')]
  const { body, text } = await othersOf(rima)
  const times = body.records.map(({ startedAt }) => startedAt)
  expect(times).toHaveLength(2)
  expect(times).toEqual([...times].sort().reverse())
  expect(Object.keys(body.records[0] ?? {}).sort()).toEqual(['endsAt', 'id', 'lastUsedAt', 'startedAt'])
  for (const { cookie } of [rima, phone, library])
    expect(text).not.toContain(cookie?.split('=')[1]?.split('.')[0])
})

test('an expired session is not listed', async () => {
  const nadia = await bank.signedInAs({ email: 'nadia@example.edu' })
  await elsewhere('nadia@example.edu')
  const [other] = (await othersOf(nadia)).body.records
  await bank.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('id', '=', other?.id ?? '')
    .execute()
  expect((await othersOf(nadia)).body.records).toEqual([])
})

test('ending the other sessions ends all of them, but not the current one or those of other users', async () => {
  const neighbor = await bank.signedInAs()
  const karim = await bank.signedInAs({ email: 'karim@example.edu', emailVerified: false })
  const others = [await elsewhere('karim@example.edu'), await elsewhere('karim@example.edu')]
  expect((await karim.call(endOtherSessions)).status).toBe(204)
  for (const other of others) expect((await other.call(readSession)).body.user).toBeNull()
  for (const person of [karim, neighbor]) expect((await person.call(readSession)).body.user).not.toBeNull()
  expect((await othersOf(karim)).body.records).toEqual([])
})
