import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import {
  createDatabase,
  createPool,
  inTransaction,
  type Transaction,
} from '../../platform/database/connection.ts'
import type { Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'
import { lockUser } from '../users/store.ts'
import { startSession as startIn } from './store.ts'

const bank = await startTestApp()

const newBrowser = async (email: string, browser = bank.stranger()) => {
  expect((await browser.call(signIn, { body: { email, password: PASSWORD } })).status).toBe(201)
  return browser
}

const ORIGIN = { address: '127.0.0.1', userAgent: 'a test', replacedToken: null, maxSessions: 20 }

/** Starts a session as every sign-in does. */
async function startSession(db: Transaction, userId: string) {
  const user = await lockUser(db, userId, 'for no key update')
  return user && startIn(db, user, ORIGIN)
}

const isSignedIn = async (person: Person) => (await person.call(readSession)).body.user !== null

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
