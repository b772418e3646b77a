import { expect, test } from 'vitest'
import { postgresTime, processorTimeOf } from './processor-time.ts'
import { costsInMarkdown } from './report.ts'

/** Keeps the processor busy until the kernel has counted some of it. */
function work(isDone: () => boolean) {
  while (!isDone()) for (let i = 0; i < 1e6; i++) Math.sqrt(i)
}

test('the processor time of a process grows while it works', () => {
  const before = processorTimeOf(process.pid)
  expect(before).toBeGreaterThan(0)
  work(() => processorTimeOf(process.pid) > before)
  expect(processorTimeOf(process.pid) - before).toBeGreaterThanOrEqual(10_000)
})

test('the processor time of PostgreSQL includes its other processes', () => {
  // This process is a child of its runner, as a connection is a child of the first process of PostgreSQL.
  expect(postgresTime(process.ppid)).toBeGreaterThanOrEqual(processorTimeOf(process.pid))
})

test('costs are told as calls a second, except where the kernel counts nothing', () => {
  const text = costsInMarkdown({
    costs: [
      { name: 'search', isCached: true, server: 50, database: 0.4, bytes: 2_456.4 },
      { name: 'search', isCached: false, server: 400, database: 100, bytes: 2_456.4 },
    ],
    ...{ connections: 18, megabytes: 150.2, databaseMegabytes: 512 },
  })
  expect(text).toContain('| search, from memory | 50 | 0 | 2,456 | 20,000 | – |')
  expect(text).toContain('| search | 400 | 100 | 2,456 | 2,500 | 10,000 |')
  expect(text).toContain('held 18 connections to PostgreSQL and 150 MB of memory')
})
