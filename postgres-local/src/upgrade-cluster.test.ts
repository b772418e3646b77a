import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Binaries } from './binaries.ts'
import { type DataFolder, prepareDataFolder } from './data-folder.ts'
import { aFolder } from './testing/data-folders.ts'
import { recoverUpgrade, upgradeCluster } from './upgrade-cluster.ts'

// Servers and programs are stand-ins here: which folder counts after a kill at any step is what is tested. With real
// servers of two major versions: server/src/process-tests/major-upgrade.long.ts.

const NOW = 18
const binariesOf = (major: number): Binaries => ({ major, native: aFolder(), initdb: '', postgres: '' })
const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
const launcher = { owner: self, command: () => ['true'] as [string], env: {} }

/** A data folder with a cluster of a major version that contains `rows`. */
function aCluster(major: number): DataFolder {
  const folder = prepareDataFolder(join(aFolder(), 'data'))
  writeCluster(folder.cluster, major, 'rows')
  return folder
}

function writeCluster(path: string, major: number, rows: string) {
  mkdirSync(path, { mode: 0o700 })
  writeFileSync(join(path, 'PG_VERSION'), `${major}\n`)
  writeFileSync(join(path, 'rows'), rows)
}

const contentOf = (cluster: string) =>
  ['PG_VERSION', 'rows'].map(file => readFileSync(join(cluster, file), 'utf8').trim())

type Replaced = Partial<Parameters<typeof upgradeCluster>[1]>

/** Upgrades as a start does. @returns what was logged */
async function start(folder: DataFolder, replaced: Replaced = {}): Promise<string[]> {
  const messages: string[] = []
  const log = (message: string) => void messages.push(message)
  // The run folder is new at each start.
  rmSync(folder.run, { recursive: true, force: true })
  mkdirSync(folder.run)
  await recoverUpgrade(folder, log)
  await upgradeCluster(folder, {
    binaries: binariesOf(NOW),
    launcher,
    log,
    findEarlier: major => {
      const binaries = binariesOf(major)
      mkdirSync(join(binaries.native, 'lib'))
      writeFileSync(join(binaries.native, 'pg-symlinks.json'), '[]')
      return binaries
    },
    create: async path => writeCluster(path, NOW, ''),
    run: async ({ cluster }, { port = 0 }, act) => {
      await act({ host: cluster, port, user: '', database: '', ssl: false })
    },
    copyDatabase: async ({ from, to }) => {
      expect([from.port, to.port]).not.toContain(5432)
      writeFileSync(join(to.host, 'rows'), readFileSync(join(from.host, 'rows')))
      return '1 row'
    },
    ...replaced,
  })
  return messages
}

const namesIn = ({ path }: DataFolder) => readdirSync(path).filter(name => name.startsWith('postgres'))

test('a cluster of an earlier major version is copied into a new one, and kept', async () => {
  const folder = aCluster(17)
  const messages = await start(folder)
  expect(contentOf(folder.cluster)).toEqual(['18', 'rows'])
  expect(contentOf(`${folder.cluster}-17-kept`)).toEqual(['17', 'rows'])
  expect(namesIn(folder)).toEqual(['postgres', 'postgres-17-kept'])
  expect(messages.join('\n')).toContain('The database is upgraded: 1 row.')
  expect(messages.at(-1)).toContain(`rm -r '${folder.cluster}-17-kept'`)
  expect(await start(folder), 'every later start says so, too').toEqual([messages.at(-1)])
})

test.each([
  [17, 'without the programs of its version', { findEarlier: () => null }],
  [17, 'without a way to copy it', { copyDatabase: undefined }],
  [18, 'of this version', {}],
  [19, 'of a later version', {}],
])('a cluster of PostgreSQL %i %s stays as it is', async (major, _, replaced: Replaced) => {
  const folder = aCluster(major)
  expect(await start(folder, replaced)).toEqual([])
  expect(contentOf(folder.cluster)).toEqual([String(major), 'rows'])
  expect(namesIn(folder)).toEqual(['postgres'])
})

test('a copy that fails leaves the earlier cluster in its place, and the next start copies again', async () => {
  const folder = aCluster(17)
  const copyDatabase = () => Promise.reject(new Error('rows are missing'))
  await expect(start(folder, { copyDatabase })).rejects.toThrow('rows are missing')
  expect(contentOf(folder.cluster)).toEqual(['17', 'rows'])
  await start(folder)
  expect(contentOf(folder.cluster)).toEqual(['18', 'rows'])
  expect(namesIn(folder)).toEqual(['postgres', 'postgres-17-kept'])
})

test('what was written after a killed upgrade is part of the next one', async () => {
  const folder = aCluster(17)
  // Killed when the copy was complete. An earlier version of the program has run since.
  writeCluster(`${folder.cluster}.upgraded`, NOW, 'rows')
  writeFileSync(join(folder.cluster, 'rows'), 'rows, and another')
  await start(folder)
  expect(contentOf(folder.cluster)).toEqual(['18', 'rows, and another'])
})

test('an upgrade that was killed between the two renames is finished', async () => {
  const folder = aCluster(17)
  await start(folder)
  const names = namesIn(folder)
  const upgraded = contentOf(folder.cluster)
  // As it was before the last rename.
  renameSync(folder.cluster, `${folder.cluster}.upgraded`)
  expect(existsSync(folder.cluster)).toBe(false)
  await start(folder)
  expect([namesIn(folder), contentOf(folder.cluster)]).toEqual([names, upgraded])
})

test('a kept cluster is never replaced', async () => {
  const folder = aCluster(17)
  writeCluster(`${folder.cluster}-17-kept`, 17, 'from before')
  await expect(start(folder)).rejects.toThrow('postgres-17-kept is still there from an earlier upgrade')
  expect(contentOf(folder.cluster)).toEqual(['17', 'rows'])
  expect(contentOf(`${folder.cluster}-17-kept`)).toEqual(['17', 'from before'])
})
