import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { serveHealth } from '../http/health.ts'
import { readDatabaseTime, startDatabaseClock } from './database-clock.ts'

const { db, pool } = await createTestDatabase()
const DATABASE = Date.parse('2026-11-28T12:00:00Z')

/** A clock between a machine and a database that both stand still until they are set. A reply may take its time. */
async function clockBetween({ machine = DATABASE, database = DATABASE }) {
  const times = { machine, database, replyMs: 0 }
  const warn = vi.fn()
  const query = async () => {
    if (times.replyMs > 0) await new Promise(resolve => setTimeout(resolve, times.replyMs))
    return { rows: [{ time: times.database }] }
  }
  const clock = await startDatabaseClock({
    pool: { query } as never,
    log: { warn },
    machineTime: () => times.machine,
  })
  onTestFinished(clock.stop)
  return { ...clock, times, warnings: () => warn.mock.calls.map(([details, text]) => [details, text]) }
}

test.each([-3_600_000, -90_000, 90_000, 3_600_000])(
  "a machine whose clock is off by %i ms goes by the database's, and says so once for each change",
  async ms => {
    const { now, measure, times, warnings, differenceSeconds } = await clockBetween({
      machine: DATABASE + ms,
    })
    await measure()
    expect(now().getTime()).toBeCloseTo(DATABASE, -3)
    expect(differenceSeconds()).toBeCloseTo(ms / 1_000, 0)
    const where = ms > 0 ? 'ahead of' : 'behind'
    expect(warnings()).toEqual([
      [{ differenceSeconds: ms / 1_000 }, expect.stringContaining(`is ${where} that of the database`)],
    ])
    times.machine = DATABASE
    await measure()
    await measure()
    expect(now().getTime()).toBeCloseTo(DATABASE, -3)
    expect(warnings().slice(1)).toEqual([[{}, expect.stringContaining('agree again')]])
  },
)

test('a slow reply moves no time, and a small step back is waited for', async () => {
  const { now, measure, times, warnings } = await clockBetween({})
  times.replyMs = 50
  await measure()
  expect(now().getTime()).toBe(DATABASE)
  Object.assign(times, { replyMs: 0, database: DATABASE - 500 })
  await measure()
  expect(now().getTime()).toBe(DATABASE)
  times.machine += 700
  expect(Math.abs(now().getTime() - DATABASE - 200)).toBeLessThan(100)
  expect(warnings()).toEqual([])
})

test('the difference is in the metrics, and in /readyz if somebody could notice it, which stays 200', async () => {
  const clock = await startDatabaseClock({
    pool,
    log: { warn: () => {} },
    machineTime: () => Date.now() - 90_000,
  })
  onTestFinished(clock.stop)
  expect(Math.abs(clock.now().getTime() - (await readDatabaseTime(pool)).getTime())).toBeLessThan(1_000)
  const readyzOf = async (difference: () => number) => {
    const app = fastify()
    serveHealth(app, db, readConfig({ DATABASE_URL: 'postgresql://elsewhere/bank' }), difference)
    const reply = await app.inject('/readyz')
    return [reply.statusCode, reply.json()]
  }
  expect(await readyzOf(clock.differenceSeconds)).toEqual([
    200,
    { status: 'ready', clockDifferenceSeconds: -90 },
  ])
  expect(await readyzOf(() => 4.9)).toEqual([200, { status: 'ready' }])
})

test('no other code of the server or of the contract reads the clock of the machine', () => {
  const root = join(import.meta.dirname, '../../../..')
  const files = globSync('{server,contract}/src/**/*.ts', {
    cwd: root,
    exclude: [
      '**/*.{test,long}.ts',
      'server/src/{testing,process-tests}/**',
      'server/src/**/{testing,test-*}*',
    ],
  })
  const reading = files.filter(file =>
    /\bDate\.now\b|new Date\(\)|(?<!new )\bDate\(\)/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(reading).toEqual(['server/src/platform/clock/database-clock.ts'])
})
