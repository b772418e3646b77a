import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { connectionTo, prepareDataFolder } from './data-folder.ts'
import { findLauncher } from './launcher.ts'
import { runProgram } from './run-program.ts'
import { aFolder, pathWithStub } from './testing/data-folders.ts'
import { startInstance } from './testing/instances.ts'
import { STORED, storeAndReadBack } from './testing/queries.ts'
import { anOpenFolder, aUser, NOBODY, ownerOf } from './testing/users.ts'

const timeout = 120_000

test('it starts with LANG=C and with PostgreSQL variables of other programs in the environment', {
  tags: 'long',
  timeout,
}, async () => {
  const foreign = { PGPORT: '1', PGDATA: '/nowhere', PGHOST: 'nowhere', PGSSLMODE: 'require' }
  const env = { LANG: 'C', LC_ALL: 'C', ...foreign }
  const { connection } = await startInstance(aFolder(), { env }).ready
  expect(await storeAndReadBack(connection)).toEqual(STORED)
})

test('PostgreSQL does not start for a program that has already ended', async () => {
  const folder = prepareDataFolder(aFolder())
  const binaries = findBinaries()
  const launcher = findLauncher(folder, binaries)
  const command = launcher.command(binaries.postgres, ['-V'])
  expect((await runProgram(command, launcher.env)).output).toContain('PostgreSQL')
  // The shell in between is now the parent, as another process would be after the program has ended.
  const orphaned = await runProgram(['sh', '-c', '"$@"; exit $?', 'sh', ...command], launcher.env)
  expect(orphaned).toEqual({ code: 1, output: '' })
})

test('it starts as a normal user', { timeout }, async () => {
  const uid = aUser()
  const instance = startInstance(aFolder(uid), { uid })
  const { connection, pid } = await instance.ready
  expect(await storeAndReadBack(connection)).toEqual(STORED)
  expect(ownerOf(pid)).toBe(uid ?? process.geteuid?.())
  expect(await instance.stop()).toBe(0)
})

// Only root can enter these folders and become another user. For everybody else the first test is the same start.
describe.skipIf(process.geteuid?.() !== 0)('as root', () => {
  test('it starts as an unprivileged user if namespaces are blocked', { tags: 'long', timeout }, async () => {
    const env = { PATH: pathWithStub('unshare', 'echo blocked >&2; exit 1') }
    const dataDir = join(anOpenFolder(), 'data')
    const { connection, pid } = await startInstance(dataDir, { env, isOpenToOthers: true }).ready
    expect(await storeAndReadBack(connection)).toEqual(STORED)
    expect(ownerOf(pid)).not.toBe(0)
  })

  test("a folder of another user in the place of the socket's folder is not used", {
    tags: 'long',
    timeout,
  }, async () => {
    const dataDir = join(aFolder(), 'x'.repeat(120))
    mkdirSync(dataDir)
    const { host } = connectionTo(dataDir)
    onTestFinished(() => rmSync(host, { recursive: true }))
    mkdirSync(host)
    writeFileSync(join(host, 'thesis.txt'), '')
    chownSync(host, NOBODY, NOBODY)
    expect(await startInstance(dataDir).refused).toContain(`${host} belongs to another user (id ${NOBODY})`)
    expect(readdirSync(host)).toEqual(['thesis.txt'])
  })

  test('the error explains what to do if no launcher works', { tags: 'long', timeout }, async () => {
    const env = { PATH: pathWithStub('unshare', 'echo blocked >&2; exit 1') }
    const reason = await startInstance(join(aFolder(), 'data'), { env }).refused
    expect(reason).toMatch(/DATABASE_URL/)
    expect(reason).toMatch(/blocked/)
  })
})
