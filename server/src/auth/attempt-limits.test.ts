import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { Refusal } from '../http/refuse.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { openAttemptLimits } from './attempt-limits.ts'

const { pool } = await openTestDatabase()
const limits = openAttemptLimits(pool, readConfig({}).limits)
afterEach(() => {
  vi.useRealTimers()
})

const passTime = (seconds: number) => {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

/** The refusal of an act; null when it was allowed. */
const refusalOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )

test('so many attempts are allowed and no more, until their time is over', async () => {
  for (let time = 0; time < 5; time += 1) await limits.take('verificationMails', 'rima')
  const refusal = await refusalOf(limits.take('verificationMails', 'rima', 'resent-too-recently'))
  expect(refusal?.code).toBe('resent-too-recently')
  expect(refusal?.retryAfterSeconds).toBeGreaterThan(200)
  expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(300)
  expect(await refusalOf(limits.take('verificationMails', 'nadia'))).toBeNull()
  passTime(300)
  expect(await refusalOf(limits.take('verificationMails', 'rima'))).toBeNull()
})

test('of many attempts at once no more than allowed get through', async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => limits.tryTake('verificationMails', 'burst')),
  )
  expect(taken.filter(Boolean)).toHaveLength(5)
})

test('one limit does not count for another', async () => {
  for (let time = 0; time < 6; time += 1) await limits.tryTake('verificationMails', 'both')
  expect(await limits.tryTake('linkUsesOfAddress', 'both')).toBe(true)
})

test('whoever is cleared begins anew', async () => {
  for (let time = 0; time < 6; time += 1) await limits.tryTake('signInToAccount', 'cleared')
  await limits.clear('cleared', 'signInToAccount')
  expect(await limits.tryTake('signInToAccount', 'cleared')).toBe(true)
})

test('a campus behind one address fails 300 times in ten minutes before its address has to wait', async () => {
  for (let time = 0; time < 300; time += 1) await limits.tryTake('failuresOfAddress', '203.0.113.7')
  expect(await refusalOf(limits.check({ failuresOfAddress: '203.0.113.7' }))).toBeNull()
  await limits.tryTake('failuresOfAddress', '203.0.113.7')
  const refusal = await refusalOf(limits.check({ failuresOfAddress: '203.0.113.7' }))
  expect(refusal?.code).toBe('too-many-attempts')
  expect(refusal?.retryAfterSeconds).toBeLessThanOrEqual(300)
  expect(await refusalOf(limits.check({ failuresOfAddress: '203.0.113.8' }))).toBeNull()
  passTime(300)
  expect(await refusalOf(limits.check({ failuresOfAddress: '203.0.113.7' }))).toBeNull()
})
