import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { connectionTo, openDataFolder } from './data-folder.ts'
import { findWay } from './privileges.ts'
import { run } from './run.ts'
import { startCopy } from './testing/copies.ts'
import { aFolder } from './testing/data-folders.ts'
import { pathWith } from './testing/path-with.ts'
import { query, storeAndReadBack } from './testing/queries.ts'

const timeout = 120_000
const NOBODY = 65534
const stored = { word: 'ø😀', encoding: 'UTF8' }

test("it starts with LANG=C and with somebody else's PostgreSQL variables around", { timeout }, async () => {
  const foreign = { PGPORT: '1', PGDATA: '/nowhere', PGHOST: 'nowhere', PGSSLMODE: 'require' }
  const env = { LANG: 'C', LC_ALL: 'C', ...foreign }
  const { connection } = await startCopy(aFolder(), { env }).ready
  expect(await storeAndReadBack(connection)).toEqual(stored)
})

test('PostgreSQL does not start for a program that is gone by then', async () => {
  const folder = openDataFolder(aFolder())
  const binaries = findBinaries()
  const way = await findWay(folder, binaries)
  const command = way.command(binaries.postgres, ['-V'])
  expect((await run(command, way.env)).output).toContain('PostgreSQL')
  // The shell in between is its parent now, as another process would be after the program's end.
  const late = await run(['sh', '-c', '"$@"; exit $?', 'sh', ...command], way.env)
  expect(late).toEqual({ code: 1, output: '' })
})

test('it starts where setpriv is not installed', { timeout }, async context => {
  const uid = aUser(context)
  const { connection } = await startCopy(aFolder(uid), {
    uid,
    env: { PATH: pathWith('setpriv', 'exit 127') },
  }).ready
  expect(await storeAndReadBack(connection)).toEqual(stored)
})

test('it starts as a normal user', { timeout }, async context => {
  const uid = aUser(context)
  const copy = startCopy(aFolder(uid), { uid })
  const { connection, pid } = await copy.ready
  expect(await storeAndReadBack(connection)).toEqual(stored)
  expect(ownerOf(pid)).toBe(uid ?? process.geteuid?.())
  expect(await copy.stop()).toBe(0)
})

describe.skipIf(process.geteuid?.() !== 0)('as root', () => {
  test('it starts in a folder that only root may enter', { timeout }, async context => {
    if (!hasNamespaces()) context.skip('user namespaces are blocked here')
    const dataDir = join(aFolder(), 'data')
    const { connection } = await startCopy(dataDir).ready
    expect(await storeAndReadBack(connection)).toEqual(stored)
    expect(ownerOf(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(0)
  })

  test('it starts as a user without rights where namespaces are blocked', { timeout }, async context => {
    aUser(context)
    const env = { PATH: pathWith('unshare', 'echo blocked >&2; exit 1') }
    const dataDir = join(anOpenFolder(), 'data')
    const { connection, pid } = await startCopy(dataDir, { env }).ready
    expect(await storeAndReadBack(connection)).toEqual(stored)
    expect(ownerOf(pid)).not.toBe(0)
  })

  test('a database of root goes on where namespaces are blocked, and back', { timeout }, async context => {
    aUser(context)
    const dataDir = join(anOpenFolder(), 'data')
    const namespaced = startCopy(dataDir)
    await storeAndReadBack((await namespaced.ready).connection)
    await namespaced.kill('all')

    const env = { PATH: pathWith('unshare', 'echo blocked >&2; exit 1') }
    const blocked = startCopy(dataDir, { env })
    expect(await query((await blocked.ready).connection, 'select word from word')).toEqual([{ word: 'ø😀' }])
    await blocked.kill('all')

    const { connection } = await startCopy(dataDir).ready
    expect(await query(connection, 'select word from word')).toEqual([{ word: 'ø😀' }])
  })

  test("what a stranger put in the place of the socket's folder is not used", { timeout }, async () => {
    const dataDir = join(aFolder(), 'x'.repeat(120))
    mkdirSync(dataDir)
    const { host } = connectionTo(dataDir)
    onTestFinished(() => rmSync(host, { recursive: true }))
    mkdirSync(host)
    writeFileSync(join(host, 'thesis.txt'), '')
    chownSync(host, NOBODY, NOBODY)
    expect(await startCopy(dataDir).refused).toContain(`${host} belongs to another user (id ${NOBODY})`)
    expect(readdirSync(host)).toEqual(['thesis.txt'])
  })

  test('it says what to do where it can run in no way', { timeout }, async () => {
    const env = { PATH: pathWith('unshare', 'echo blocked >&2; exit 1') }
    const reason = await startCopy(join(aFolder(), 'data'), { env }).refused
    expect(reason).toMatch(/DATABASE_URL/)
    expect(reason).toMatch(/blocked/)
  })

  test("a user's database is run by its user, also when root starts it", { timeout }, async context => {
    const uid = aUser(context)
    const dataDir = aFolder(uid)
    const mine = startCopy(dataDir, { uid })
    await mine.ready
    await mine.stop()

    rmSync(join(dataDir, 'postgres.log'))
    const roots = startCopy(dataDir)
    expect(ownerOf((await roots.ready).pid)).toBe(uid)
    await roots.kill('all')

    expect(await storeAndReadBack((await startCopy(dataDir, { uid }).ready).connection)).toEqual(stored)
  })

  test("a normal user is refused root's data folder by name", { timeout }, async context => {
    const uid = aUser(context)
    const dataDir = anOpenFolder()
    const roots = startCopy(dataDir)
    await roots.ready
    await roots.stop()
    expect(await startCopy(dataDir, { uid }).refused).toContain(`${dataDir} cannot be used`)

    chownSync(dataDir, NOBODY, NOBODY)
    expect(await startCopy(dataDir, { uid }).refused).toContain(`${dataDir} belongs to another user (id 0)`)
  })
})

/** Somebody without rights: nobody when root runs the tests, and otherwise whoever does. */
function aUser(context: TestContext): number | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const script = fileURLToPath(import.meta.url)
  const reads = spawnSync(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(script)})`], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
  })
  if (reads.status !== 0) context.skip('this checkout cannot be read by the user nobody')
  return NOBODY
}

function anOpenFolder(): string {
  const folder = aFolder()
  chmodSync(folder, 0o755)
  return folder
}

const ownerOf = (what: number | string) => statSync(typeof what === 'number' ? `/proc/${what}` : what).uid

const hasNamespaces = () => spawnSync('unshare', ['-U', 'true']).status === 0
