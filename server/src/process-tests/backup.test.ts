import { expect, test } from 'vitest'
import { backUpUnderLoad } from '../testing/processes/back-up-under-load.ts'

test('what is backed up while members post is restored whole, and a backup that was killed leaves no file', {
  timeout: 300_000,
}, async () => {
  const { said, earlier, meanwhile, ...outcome } = await backUpUnderLoad({ rows: 10_000, kills: 1 })
  expect(outcome).toEqual({ leftByKills: 0, lost: [], invented: 0 })
  expect(said.backup).toMatch(/^1\d,\d+ rows/)
  expect(said.restore).toBe(said.backup)
  expect(earlier).toBeGreaterThan(20)
  expect(meanwhile).toBeGreaterThan(0)
})
