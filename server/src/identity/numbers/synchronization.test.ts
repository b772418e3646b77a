import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { createPhoneNumberLimits } from './phone-number-limits.ts'
import { getNumbersSentTo, listNumberWarnings } from './store.ts'

const HOUR_MS = 3_600_000
const { db, pool } = await createTestDatabase()
const config = readConfig({ TIME_ZONE: 'Asia/Dhaka', NUMBERS_PER_HOUR: '100', NUMBERS_PER_DAY: '150' })
let time = Date.parse('2026-11-21T08:00:00Z')
const events: unknown[][] = []

/** One of several servers on the same database; the test synchronizes it. */
const aServer = (database = db) =>
  createPhoneNumberLimits({
    db: database,
    authSecret: 'a secret for tests that is long enough to pass',
    config,
    recordSecurityEvent: (...event) => void events.push(event),
    now: () => new Date(time),
  })

const numbersFrom = (first: number, count: number) => ({
  numbers: Array.from({ length: count }, (_, at) => first + at),
})
const aMember = async () => ({ id: (await storeUser(db)).id, emailVerified: true })
const tooMany = { code: 'too-many-numbers' }

test('counts of one server limit the account at the others after one synchronization', async () => {
  const rima = await aMember()
  const [first, second] = [aServer(), aServer()]
  await first.count(rima, numbersFrom(0, 60))
  await first.synchronize()
  await expect(second.count(rima, numbersFrom(100, 60))).rejects.toMatchObject(tooMany)
  await second.count(rima, numbersFrom(100, 40))
})

test('between two synchronizations each server sends at most the limit, and after them no server sends more', async () => {
  const rima = await aMember()
  const servers = [aServer(), aServer()]
  for (const [at, server] of servers.entries()) {
    await server.count(rima, numbersFrom(at * 1_000, 100))
    await expect(server.count(rima, numbersFrom(at * 1_000 + 500, 1))).rejects.toMatchObject(tooMany)
  }
  for (let round = 0; round < 2; round += 1) for (const server of servers) await server.synchronize()
  time += HOUR_MS
  for (const server of servers)
    await expect(server.count(rima, numbersFrom(5_000, 1))).rejects.toMatchObject(tooMany)
})

test('an account in use is read with each synchronization, without a separate statement', async () => {
  const rima = await aMember()
  const [first, second] = [aServer(), aServer()]
  await second.count(rima, numbersFrom(0, 10))
  for (let round = 0; round < 4; round += 1) {
    await first.count(rima, numbersFrom(100 + round * 20, 20))
    await first.synchronize()
    await second.count(rima, numbersFrom(0, 10))
    await second.synchronize()
  }
  await expect(second.count(rima, numbersFrom(1_000, 11))).rejects.toMatchObject(tooMany)
  await second.count(rima, numbersFrom(1_000, 10))
})

test('a number that two servers have sent counts once', async () => {
  const rima = await aMember()
  const [first, second] = [aServer(), aServer()]
  for (const server of [first, second]) await server.count(rima, numbersFrom(0, 60))
  for (const server of [first, second]) await server.synchronize()
  await first.count(rima, numbersFrom(200, 40))
})

test('a call runs no statement, and a synchronization runs one for all accounts', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, aMember))
  const server = aServer()
  for (const person of people) await server.count(person, numbersFrom(0, 5))
  const before = pool.totalCount
  let statements = 0
  pool.on('acquire', () => {
    statements += 1
  })
  for (const person of people)
    for (let time = 0; time < 10; time += 1) await server.count(person, numbersFrom(0, 5 + time))
  expect(statements).toBe(0)
  await server.synchronize()
  expect(statements).toBe(1)
  await server.synchronize()
  expect(statements).toBe(1)
  expect(pool.totalCount).toBe(before)
})

test('while the database is unavailable the counts in memory limit the account, and none is lost', async () => {
  const rima = await aMember()
  let isUnavailable = false
  const unsteady = new Proxy(db, {
    get(target, name) {
      if (isUnavailable) throw new Error('the database is unavailable')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const server = aServer(unsteady)
  await server.count(rima, numbersFrom(0, 90))
  isUnavailable = true
  await expect(server.synchronize()).rejects.toThrow('the database is unavailable')
  isUnavailable = false
  await server.synchronize()
  const { sent } = await getNumbersSentTo(db, rima.id)
  expect(sent.map(({ count }) => count)).toEqual([90])
})

test('a server that has just started reads the counts from before', async () => {
  const rima = await aMember()
  const before = aServer()
  await before.count(rima, numbersFrom(0, 90))
  await before.synchronize()
  await expect(aServer().count(rima, numbersFrom(500, 11))).rejects.toMatchObject(tooMany)
})

test('a user who is erased in the meantime does not prevent the counts of others from being written', async () => {
  const [rima, karim] = [await aMember(), await aMember()]
  const server = aServer()
  for (const person of [rima, karim]) await server.count(person, numbersFrom(0, 90))
  await db.deleteFrom('users').where('id', '=', rima.id).execute()
  await server.synchronize()
  expect((await getNumbersSentTo(db, karim.id)).sent).toHaveLength(1)
})

test('an account is recorded once at 80 % of a limit and once at the refusal, and admins are warned', async () => {
  const rima = await aMember()
  const server = aServer()
  events.length = 0
  await server.count(rima, numbersFrom(0, 79))
  expect([events, server.listAccountsNearLimit()]).toEqual([[], []])
  for (const count of [80, 81, 82]) await server.count(rima, numbersFrom(0, count))
  for (let time = 0; time < 3; time += 1)
    await expect(server.count(rima, numbersFrom(500, 50))).rejects.toMatchObject(tooMany)
  const details = { userId: rima.id, window: 'hour', limit: 100 }
  expect(events).toEqual([
    ['numbers-limit-near', { ...details, numbers: 80 }],
    ['numbers-limit-reached', { ...details, numbers: 82 }],
  ])
  expect(server.listAccountsNearLimit()).toEqual([{ userId: rima.id, window: 'hour', numbers: 82 }])
  await server.synchronize()
  const warnings = await listNumberWarnings(db, new Date(time))
  expect(warnings.filter(({ userId }) => userId === rima.id)).toEqual([
    {
      userId: rima.id,
      email: expect.any(String),
      lastHour: 82,
      lastDay: 82,
      wasRefused: true,
      warnedAt: new Date(time),
    },
  ])
  time += HOUR_MS
  expect(server.listAccountsNearLimit()).toEqual([])
})
