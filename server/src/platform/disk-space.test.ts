import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { readDiskSpace, spaceOf } from './disk-space.ts'

const MB = 1_000_000

test.each([
  ['499 MB of 1 GB', 499, 1_000, true],
  ['500 MB of 1 GB', 500, 1_000, false],
  ['9.9 % of 100 GB', 9_900, 100_000, true],
  ['10 % of 100 GB', 10_000, 100_000, false],
])('%s: low %#', (_name, free, total, isLow) => {
  const system = { bsize: MB, bavail: free, blocks: total }
  expect(spaceOf(system)).toEqual({ freeMb: free, totalMb: total, isLow })
})

test('the space of the folder is read, and nothing of a database elsewhere or a folder that is gone', async () => {
  const space = await readDiskSpace({ dataDir: tmpdir(), databaseUrl: null })
  expect(space?.totalMb).toBeGreaterThan(0)
  expect(await readDiskSpace({ dataDir: tmpdir(), databaseUrl: 'postgres://elsewhere' })).toBe(null)
  expect(await readDiskSpace({ dataDir: '/no/such/folder', databaseUrl: null })).toBe(null)
})
