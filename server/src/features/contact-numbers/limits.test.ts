import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { createContactLimits } from './limits.ts'
import { listNumbersSent, listNumberWarnings } from './store.ts'

const HOUR_MS = 3_600_000
const { db, pool } = await createTestDatabase()
const config = readConfig({ TIME_ZONE: 'Asia/Dhaka', NUMBERS_PER_HOUR: '100', NUMBERS_PER_DAY: '150' })
let time = Date.parse('2026-11-21T08:00:00Z')
const events: unknown[][] = []

/** One of the servers of a site. */
function aServer() {
  const { count } = createContactLimits({
    db,
    authSecret: 'a secret for tests that is long enough to pass',
    config,
    recordSecurityEvent: (...event) => void events.push(event),
    now: () => new Date(time),
  })
  return {
    /** How many of these numbers the actor is not shown. */
    async count(actor: Actor, numbers: number[], { address = '::1', tag }: Setting = {}) {
      const shorten = await count(actor, address, { numbers, names: [], tag })
      const records = numbers.map(number => ({ id: `${number}`, contactNumber: `${number}` }))
      const { length } = JSON.stringify(shorten?.({ records, next: null }) ?? {}).split('numberWithheldUntil')
      return length - 1
    },
  }
}

type Setting = { address?: string; tag?: string }
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

test('a reply with nothing new writes nothing', async () => {
  const rima = await aMember()
  const server = aServer()
  for (const count of [5, 3, 5]) await server.count(rima, numbersFrom(0, count))
  await server.count(rima, [...numbersFrom(3, 3), 5])
  expect((await listNumbersSent(db, rima.id)).map(({ numbers }) => numbers.map(Number).sort())).toEqual([
    [0, 1, 2, 3, 4],
    [5],
  ])
})

test('a cached list that a member was sent whole runs no statement for a minute', async () => {
  const [rima, karim, server] = [await aMember(), await aMember(), aServer()]
  let statements = 0
  const countStatement = () => {
    statements += 1
  }
  pool.on('acquire', countStatement)
  const statementsOf = async (actor: Actor, tag: string) => {
    statements = 0
    await server.count(actor, numbersFrom(0, 5), { tag })
    return statements
  }
  expect([await statementsOf(rima, 'one'), await statementsOf(rima, 'one')]).toEqual([1, 0])
  expect([await statementsOf(rima, 'other'), await statementsOf(karim, 'one')]).toEqual([1, 1])
  time += 60_000
  expect(await statementsOf(rima, 'one')).toBe(1)
  pool.off('acquire', countStatement)
})

test('two servers share one limit, also for calls at the same time', async () => {
  const servers = [aServer(), aServer()]
  for (let round = 0; round < 5; round += 1) {
    const rima = await aMember()
    const counts = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => servers[nth % 2]?.count(rima, numbersFrom(nth * 20, 20))),
    )
    expect(counts.reduce<number>((sum, count = 0) => sum + count, 0)).toBe(60)
  }
})

test('two servers share the limit of a network, without what one of its accounts was sent before', async () => {
  const people = await Promise.all([1, 2, 3].map(() => storeUser(db, { emailVerified: false })))
  const counts: number[] = []
  for (const [nth, person] of people.entries())
    counts.push(await aServer().count(person, numbersFrom(nth * 25, 50), { address: '2001:db8:5:5::1' }))
  expect(counts).toEqual([0, 15, 40])
  expect(await aServer().count(people[1] as Actor, numbersFrom(25, 50), { address: '2001:db8:5:6::1' })).toBe(
    0,
  )
  expect(await aServer().count(people[0] as Actor, numbersFrom(0, 50), { address: '2001:db8:5:5::1' })).toBe(
    0,
  )
})

test('what an account was sent counts for the hour and for the day', async () => {
  const rima = await aMember()
  await aServer().count(rima, numbersFrom(0, 80))
  expect(await aServer().count(rima, numbersFrom(500, 21))).toBe(1)
  time += HOUR_MS
  await aServer().count(rima, numbersFrom(600, 49))
  expect(await aServer().count(rima, numbersFrom(900, 2))).toBe(1)
  time += 23 * HOUR_MS
  expect(await aServer().count(rima, numbersFrom(900, 2))).toBe(0)
})

test('the accounts of a mailbox share one limit; one that is not verified has its own', async () => {
  const [first, second] = [await aMember('karim@example.edu'), await aMember('karim+2@example.edu')]
  const stranger = await storeUser(db, { email: 'karim+3@example.edu', emailVerified: false })
  const server = aServer()
  await server.count(first, numbersFrom(0, 50))
  await server.count(second, numbersFrom(500, 30))
  await server.count(stranger, numbersFrom(900, 30))
  expect(await server.count(first, numbersFrom(700, 21))).toBe(1)
  expect(await server.count(second, numbersFrom(730, 1))).toBe(1)
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
