import { expect, test } from 'vitest'
import { backUpUnderLoad } from '../testing/processes/back-up-under-load.ts'

test('a backup taken while members post is restored completely, and a killed backup leaves no file', {
  timeout: 300_000,
}, async () => {
  const { printed, earlier, meanwhile, ...outcome } = await backUpUnderLoad({ rows: 10_000, kills: 1 })
  expect(outcome).toEqual({ filesAfterKills: 0, lost: [], unexpected: 0 })
  expect(printed.backup).toMatch(/^1\d,\d+ rows/)
  expect(printed.restore).toBe(printed.backup)
  expect(earlier).toBeGreaterThan(20)
  expect(meanwhile).toBeGreaterThan(0)
})
