import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/http/refuse.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { AUTH_SECRET, passTime } from '../../testing/test-app.ts'
import { type Counter, createAttemptLimits } from './attempt-limits.ts'

const { db } = await createTestDatabase()
const limitsWith = (environment: Record<string, string>) =>
  createAttemptLimits(db, {
    settings: readConfig(environment).limits,
    secret: AUTH_SECRET,
    now: () => new Date(),
  })
const limits = limitsWith({})
const tryTake = (...counters: Counter[]) => limits.tryTake(db, counters)
const isAllowed = async (...counters: Counter[]) => (await tryTake(...counters)).isAllowed

async function takeTimes(times: number, ...counters: Counter[]) {
  for (let time = 0; time < times; time += 1) expect(await isAllowed(...counters)).toBe(true)
}

const ownMails = (subject: string): Counter => ({ limit: 'ownMailsPerQuarterHour', subject })
const perMinute = (subject: string, scope = 'here'): Counter => ({
  limit: 'signInsPerMinute',
  subject,
  scope,
})
const perHour = (subject: string): Counter => ({ limit: 'strangersSignInsPerHour', subject })

/** The refusal of an attempt; null when it was allowed. */
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )

test('the limit holds until the window ends', async () => {
  await takeTimes(3, ownMails('rima'))
  const refusal = await refusalOf(
    limits.take([{ limit: 'ownMailsPerQuarterHour', subject: 'rima' }], 'resent-too-recently'),
  )
  expect(refusal?.code).toBe('resent-too-recently')
  expect(refusal?.retryAfterSeconds).toBeGreaterThan(800)
  expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(900)
  expect(await isAllowed(ownMails('nadia'))).toBe(true)
  passTime(900)
  expect(await isAllowed(ownMails('rima'))).toBe(true)
})

test('a pause starts at the first refusal, and further attempts do not extend it', async () => {
  await takeTimes(5, perMinute('paused'))
  passTime(50)
  expect(await tryTake(perMinute('paused'))).toMatchObject({
    isAllowed: false,
    retryAfterSeconds: 60,
    firstRefusals: ['signInsPerMinute'],
  })
  passTime(40)
  expect(await tryTake(perMinute('paused'))).toMatchObject({ isAllowed: false, firstRefusals: [] })
  passTime(20)
  await takeTimes(5, perMinute('paused'))
  expect(await isAllowed(perMinute('paused'))).toBe(false)
})

test('concurrent attempts do not exceed the limit', async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => isAllowed(perMinute('burst'), perHour('burst'))),
  )
  expect(taken.filter(Boolean)).toHaveLength(5)
})

test('an attempt that one limit refuses does not count for the others', async () => {
  for (let time = 0; time < 60; time += 1) await isAllowed(perMinute('refused'), perHour('refused'))
  await takeTimes(45, perHour('refused'))
  expect(await isAllowed(perHour('refused'))).toBe(false)
})

test('each limit, subject and scope counts on its own', async () => {
  await takeTimes(5, perMinute('scoped', 'here'))
  expect(await isAllowed(perMinute('scoped', 'here'))).toBe(false)
  for (const other of [perMinute('scoped', 'there'), perMinute('another', 'here'), perHour('scoped')])
    expect(await isAllowed(other)).toBe(true)
})

test('a reset deletes the counters of the origin and decrements the shared counter', async () => {
  const both = [perMinute('forgiven'), perHour('forgiven')]
  await takeTimes(4, ...both)
  const { at } = await tryTake(...both)
  await limits.reset([perMinute('forgiven')], { decrement: [perHour('forgiven')], at })
  await takeTimes(5, perMinute('forgiven'))
  await takeTimes(46, perHour('forgiven'))
  expect(await isAllowed(perHour('forgiven'))).toBe(false)
})

test('decrementing a counter after its window has ended allows no further attempt', async () => {
  const { at } = await tryTake(perHour('late'))
  passTime(3600)
  await takeTimes(50, perHour('late'))
  await limits.reset([], { decrement: [perHour('late')], at })
  expect(await isAllowed(perHour('late'))).toBe(false)
})

test('deleting the attempts of a subject deletes all of its counters and no others', async () => {
  for (const subject of ['gone', 'stays']) await takeTimes(5, perMinute(subject), perHour(subject))
  await inTransaction(db, db => limits.deleteAttempts(db, 'gone'))
  expect(await isAllowed(perMinute('gone'))).toBe(true)
  expect(await isAllowed(perMinute('stays'))).toBe(false)
})

test('a limit that is switched off counts nothing', async () => {
  const off = limitsWith({ SIGN_INS_PER_MINUTE: '0', STRANGERS_SIGN_INS_PER_HOUR: '0' })
  for (let time = 0; time < 60; time += 1) {
    const { isAllowed, at } = await off.tryTake(db, [perMinute('off'), perHour('off')])
    expect(isAllowed).toBe(true)
    await off.reset([perMinute('off')], { decrement: [perHour('off')], at })
  }
})
