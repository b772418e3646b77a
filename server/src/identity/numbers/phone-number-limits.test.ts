import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { createPhoneNumberLimits } from './phone-number-limits.ts'
import { listNumberWarnings, listRepliesTo } from './store.ts'

const HOUR_MS = 3_600_000
const { db, owner, pool } = await createTestDatabase()
const config = readConfig({ TIME_ZONE: 'Asia/Dhaka', NUMBERS_PER_HOUR: '100', NUMBERS_PER_DAY: '150' })
let time = Date.parse('2026-11-21T08:00:00Z')
const events: unknown[][] = []

/** A server, or the same one after a restart. */
function aServer() {
  const { count, save } = createPhoneNumberLimits({
    db,
    authSecret: 'a secret for tests that is long enough to pass',
    config,
    recordSecurityEvent: (...event) => void events.push(event),
    now: () => new Date(time),
  })
  return {
    save,
    /** How many of these numbers the actor is not shown. */
    async count(actor: Actor, numbers: number[]) {
      const withheld = await count(actor, '::1', { numbers, names: [] })
      return withheld?.numbers.places.size ?? 0
    },
  }
}

type Actor = { id: string; email: string; emailVerified: boolean }
const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
const aMember = async (email = `${randomUUID()}@example.edu`): Promise<Actor> =>
  storeUser(db, { email, emailVerified: true })

test('numbers are shown as far as they fit, in the order of the list, and those that were shown stay', async () => {
  const rima = await aMember()
  const server = aServer()
  expect(await server.count(rima, numbersFrom(0, 90))).toBe(0)
  expect(await server.count(rima, [...numbersFrom(200, 30), ...numbersFrom(0, 90)])).toBe(20)
  expect(await server.count(rima, numbersFrom(200, 10))).toBe(0)
  expect(await server.count(rima, numbersFrom(300, 1))).toBe(1)
})

test('a reply far from the limits runs no statement, after the first of an account', async () => {
  const rima = await aMember()
  const server = aServer()
  await server.count(rima, numbersFrom(0, 5))
  let statements = 0
  const countStatement = () => {
    statements += 1
  }
  pool.on('acquire', countStatement)
  for (let round = 0; round < 10; round += 1) await server.count(rima, numbersFrom(0, 5 + round))
  pool.off('acquire', countStatement)
  expect(statements).toBe(0)
})

test('what an account near its limit was sent counts after a crash, for the hour and for the day', async () => {
  const rima = await aMember()
  await aServer().count(rima, numbersFrom(0, 80))
  expect(await aServer().count(rima, numbersFrom(500, 21))).toBeGreaterThan(0)
  time += HOUR_MS
  await aServer().count(rima, numbersFrom(500, 60))
  expect(await aServer().count(rima, numbersFrom(900, 11))).toBeGreaterThan(0)
  await aServer().count(rima, numbersFrom(900, 10))
})

test('what accounts were sent counts after a stop, without those that were erased', async () => {
  const [rima, karim] = [await aMember(), await aMember()]
  const server = aServer()
  for (const person of [rima, karim]) await server.count(person, numbersFrom(0, 50))
  await db.deleteFrom('users').where('id', '=', rima.id).execute()
  await server.save()
  expect(await aServer().count(karim, numbersFrom(500, 51))).toBeGreaterThan(0)
  await aServer().count(karim, numbersFrom(20, 80))
})

test('what could not be written stays in memory, and is written later', async () => {
  const rima = await aMember()
  const server = aServer()
  await server.count(rima, numbersFrom(0, 50))
  await sql`alter table numbers_sent rename to unavailable`.execute(owner)
  await expect(server.save(rima)).rejects.toThrow()
  await sql`alter table unavailable rename to numbers_sent`.execute(owner)
  await server.save(rima)
  expect(await server.count(rima, numbersFrom(500, 51))).toBeGreaterThan(0)
  expect((await listRepliesTo(db, rima.id)).map(({ numbers }) => numbers.length)).toEqual([50, 50])
})

test('verifying an account adds what was stored for it meanwhile', async () => {
  const rima = await aMember()
  const server = aServer()
  await server.count({ ...rima, emailVerified: false }, numbersFrom(0, 10))
  await db
    .insertInto('numbersSent')
    .values({ userId: rima.id, sentAt: new Date(time), numbers: numbersFrom(100, 80).map(String) })
    .execute()
  expect(await server.count(rima, numbersFrom(500, 11))).toBeGreaterThan(0)
  await server.count(rima, numbersFrom(500, 10))
})

test('the accounts of a mailbox share one limit, also after a restart; one that is not verified has its own', async () => {
  const [first, second] = [await aMember('karim@example.edu'), await aMember('karim+2@example.edu')]
  const stranger = { ...(await storeUser(db, { email: 'karim+3@example.edu' })), emailVerified: false }
  const server = aServer()
  await server.count(first, numbersFrom(0, 50))
  await server.count(second, numbersFrom(500, 30))
  await server.count(stranger, numbersFrom(900, 30))
  expect(await server.count(first, numbersFrom(700, 21))).toBe(1)
  await server.save()
  expect(await aServer().count(second, numbersFrom(730, 1))).toBe(1)
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', stranger.id).execute()
  const verified = { ...stranger, emailVerified: true }
  expect(await server.count(verified, numbersFrom(930, 1))).toBe(1)
})

test('an account is recorded once at 80 % of a limit and once when numbers are withheld, and admins are warned', async () => {
  const rima = await aMember()
  const server = aServer()
  events.length = 0
  await server.count(rima, numbersFrom(0, 79))
  expect(events).toEqual([])
  for (const count of [80, 81, 82]) await server.count(rima, numbersFrom(0, count))
  for (let time = 0; time < 3; time += 1)
    expect(await server.count(rima, numbersFrom(500, 50))).toBeGreaterThan(0)
  expect(events).toEqual([
    ['numbers-limit-near', { userId: rima.id, lastHour: 80, lastDay: 80 }],
    ['numbers-limit-reached', { userId: rima.id, lastHour: 100, lastDay: 100 }],
  ])
  const warnings = await listNumberWarnings(db, new Date(time))
  expect(warnings.filter(({ userId }) => userId === rima.id)).toEqual([
    {
      userId: rima.id,
      email: expect.any(String),
      lastHour: 100,
      lastDay: 100,
      wasRefused: true,
      warnedAt: new Date(time),
    },
  ])
  time += HOUR_MS
  await server.count(rima, numbersFrom(500, 40))
  expect(events).toHaveLength(3)
})
