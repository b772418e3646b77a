import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  endOtherSessions,
  listOtherSessions,
  readSession,
  signIn,
} from '@blood-bank/contract/sessions/endpoints'
import { changeRole } from '@blood-bank/contract/users/administration'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createDatabase,
  createPool,
  inTransaction,
  type Transaction,
} from '../../platform/database/connection.ts'
import { ORIGIN, type Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { findUser, lockUser } from '../users/store.ts'
import { removeEndedSessions, startSession as startIn } from './store.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

test('a change of role ends the right to a call whose body arrives afterwards', async () => {
  const [rogue, friend] = [await bank.signedInAs({ role: 'admin' }), await bank.newMember()]
  const { port } = new URL(await bank.app.listen({ port: 0, host: '127.0.0.1' }))
  const body = JSON.stringify({ role: 'admin' })
  const socket = connect(Number(port), '127.0.0.1')
  const [arrival, reply] = [once(bank.app.server, 'request'), text(socket)]
  socket.write(
    `PATCH ${changeRole.path.replace(':id', friend.id)} HTTP/1.1\r\nhost: localhost\r\norigin: ${ORIGIN}\r\ncookie: ${rogue.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body.slice(0, -1)}`,
  )
  await arrival
  await admin.call(changeRole, { params: { id: rogue.id }, body: { role: 'user' } })
  await pause(1_100)
  socket.write(body.slice(-1))
  expect(await reply).toMatch(/^HTTP\/1\.1 401 .+"code":"not-signed-in"/s)
  expect((await findUser(bank.db, friend.id))?.role).toBe('user')
})

test('an expired session is anonymous, and its row is removed', async () => {
  const rima = await bank.signedInAs()
  const expiresAt = new Date(Date.now() - 1000)
  await bank.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', rima.id).execute()
  expect((await rima.call(readSession)).body.user).toBeNull()
  await removeEndedSessions(bank.db, bank.config.limits.sessionIdleDays)
  const left = await bank.db.selectFrom('sessions').select('userId').execute()
  expect(left.map(session => session.userId)).not.toContain(rima.id)
  expect((await admin.call(readSession)).body.user).not.toBeNull()
})

test('a session lasts thirty days', async () => {
  const rima = await bank.signedInAs()
  const { expiresAt } = await bank.db
    .selectFrom('sessions')
    .select('expiresAt')
    .where('userId', '=', rima.id)
    .executeTakeFirstOrThrow()
  const days = (expiresAt.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
})

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

test('ending the other sessions ends all of them, but not the current one or those of other users', async () => {
  const neighbor = await bank.signedInAs()
  const karim = await bank.signedInAs({ email: 'karim@example.edu', emailVerified: false })
  const others = [await elsewhere('karim@example.edu'), await elsewhere('karim@example.edu')]
  expect((await karim.call(endOtherSessions)).status).toBe(204)
  for (const other of others) expect((await other.call(readSession)).body.user).toBeNull()
  for (const person of [karim, neighbor]) expect((await person.call(readSession)).body.user).not.toBeNull()
  expect((await othersOf(karim)).body.records).toEqual([])
})

const direct = await startTestApp()
const behindProxy = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })

/** The address stored with a session after a sign-in with these headers. */
async function storedAddress(bank: typeof direct) {
  const { id, email } = await bank.newMember()
  const headers = {
    'x-forwarded-for': '203.0.113.9',
    'x-client-address': '198.51.100.1',
    'x-real-ip': '198.51.100.2',
  }
  await bank.stranger().send('POST', '/api/session', { body: { email, password: PASSWORD }, headers })
  const session = await bank.db
    .selectFrom('sessions')
    .select('ipAddress')
    .where('userId', '=', id)
    .executeTakeFirst()
  return session?.ipAddress
}

test('a client cannot choose the address that its attempts count for', async () => {
  expect(await storedAddress(direct)).toBe('127.0.0.1')
})

test('a trusted proxy sets the client address', async () => {
  expect(await storedAddress(behindProxy)).toBe('203.0.113.9')
})

const newBrowser = async (email: string, browser = bank.stranger()) => {
  expect((await browser.call(signIn, { body: { email, password: PASSWORD } })).status).toBe(201)
  return browser
}

const BROWSER = { address: '127.0.0.1', userAgent: 'a test', replacedToken: null, maxSessions: 20 }

/** Starts a session as every sign-in does. */
async function startSession(db: Transaction, userId: string) {
  const user = await lockUser(db, userId, 'for no key update')
  return user && startIn(db, user, BROWSER)
}

const tokensOf = async (userId: string) =>
  (
    await bank.db
      .selectFrom('sessions')
      .select('token')
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ token }) => token)

test('signing in again in the same browser ends no other session', async () => {
  const { id, email } = await bank.newMember()
  const oldest = await newBrowser(email)
  for (let time = 0; time < 18; time += 1) await newBrowser(email)
  const newest = await newBrowser(email)
  for (let time = 0; time < 3; time += 1) await newBrowser(email, newest)
  expect(await isSignedIn(oldest)).toBe(true)
  expect(await tokensOf(id)).toHaveLength(20)
})

test('after 50 concurrent sign-ins at two servers exactly 20 sessions stay, including the last', async () => {
  const { id } = await bank.newMember()
  const other = createPool(bank.address, () => {})
  const servers = [bank.db, createDatabase(other)] as const
  const start = (nth: number) =>
    inTransaction(nth % 2 === 0 ? servers[0] : servers[1], db => startSession(db, id))
  const started = await Promise.all(Array.from({ length: 50 }, (_, nth) => start(nth)))
  await other.end()
  const left = await tokensOf(id)
  expect(left).toHaveLength(20)
  expect(started).toEqual(expect.arrayContaining(left))
  const last = await start(0)
  expect((await tokensOf(id)).at(-1)).toBe(last)
})
