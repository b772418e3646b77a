import { listOtherSessions, readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { removeEndedSessions } from './store.ts'

const bank = await startTestApp()

const setLastUse = (userId: string, ago: string) =>
  sql`update sessions set last_used_at = now() - ${ago}::interval where user_id = ${userId}`.execute(bank.db)

const minutesSinceUse = async (userId: string) => {
  const { rows } = await sql<{ minutes: number }>`
    select (extract(epoch from now() - last_used_at) / 60)::float as minutes from sessions
     where user_id = ${userId}`.execute(bank.db)
  return rows[0]?.minutes
}

const isSignedIn = async (person: { call: ReturnType<typeof bank.stranger>['call'] }) =>
  (await person.call(readSession)).body.user !== null

test('a session unused for 14 days has ended, and a used one is valid', async () => {
  const [idle, used] = [await bank.signedInAs(), await bank.signedInAs()]
  await setLastUse(idle.id, '14 days 1 minute')
  await setLastUse(used.id, '13 days 23 hours')
  expect(await isSignedIn(idle)).toBe(false)
  expect(await isSignedIn(used)).toBe(true)
  await removeEndedSessions(bank.db, bank.config.limits.sessionIdleDays)
  expect(await minutesSinceUse(idle.id)).toBeUndefined()
  expect(await minutesSinceUse(used.id)).toBeDefined()
})

test('an idle session is not listed', async () => {
  const { id, user } = await bank.signedInAs()
  await setLastUse(id, '15 days')
  const rima = bank.stranger()
  await rima.call(signIn, { body: { email: user?.email ?? '', password: PASSWORD } })
  expect((await rima.call(listOtherSessions, { query: {} })).body.records).toEqual([])
})

test('a use is recorded once an hour, after the call and for many sessions together', async () => {
  const [fresh, due] = [await bank.signedInAs(), await bank.signedInAs()]
  await setLastUse(fresh.id, '59 minutes')
  await setLastUse(due.id, '61 minutes')
  expect(await isSignedIn(fresh)).toBe(true)
  expect(await isSignedIn(due)).toBe(true)
  await expect.poll(() => minutesSinceUse(due.id), { timeout: 60_000 }).toBeLessThan(1)
  expect(await minutesSinceUse(fresh.id)).toBeGreaterThan(58)
})

test('a server writes the recorded uses before it stops', async () => {
  const { app, newMember, db } = await startTestApp()
  const { id, email } = await newMember()
  const reply = await app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { origin: 'http://localhost:3000' },
    payload: { email, password: PASSWORD },
  })
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  await sql`update sessions set last_used_at = now() - interval '1 day' where user_id = ${id}`.execute(db)
  await app.inject({ url: '/api/session', headers: { cookie } })
  await app.close()
  const { rows } = await sql`select from sessions where last_used_at > now() - interval '1 hour'`.execute(db)
  expect(rows).toHaveLength(1)
})

test('with the setting at 0 sessions are valid until they expire', async () => {
  const patient = await startTestApp({ SESSION_IDLE_DAYS: '0' })
  const rima = await patient.signedInAs()
  await sql`update sessions set last_used_at = now() - interval '29 days'`.execute(patient.db)
  expect(await isSignedIn(rima)).toBe(true)
  await removeEndedSessions(patient.db, patient.config.limits.sessionIdleDays)
  expect(await isSignedIn(rima)).toBe(true)
})
