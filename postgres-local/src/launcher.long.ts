import { chownSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aFolder, pathWithStub } from './testing/data-folders.ts'
import { startInstance } from './testing/instances.ts'
import { query, STORED, storeAndReadBack } from './testing/queries.ts'
import { anOpenFolder, aUser, NOBODY, ownerOf } from './testing/users.ts'

test('it starts if setpriv is not installed', async () => {
  const uid = aUser()
  const { connection } = await startInstance(aFolder(uid), {
    uid,
    env: { PATH: pathWithStub('setpriv', 'exit 127') },
  }).ready
  expect(await storeAndReadBack(connection)).toEqual(STORED)
})

describe.skipIf(process.geteuid?.() !== 0)('as root', () => {
  test('a database of root also starts if namespaces are blocked, and again without the block', async () => {
    const dataDir = join(anOpenFolder(), 'data')
    const namespaced = startInstance(dataDir)
    await storeAndReadBack((await namespaced.ready).connection)
    await namespaced.kill('all')

    const env = { PATH: pathWithStub('unshare', 'echo blocked >&2; exit 1') }
    const blocked = startInstance(dataDir, { env, isOpenToOthers: true })
    expect(await query((await blocked.ready).connection, 'select word from word')).toEqual([{ word: 'ø😀' }])
    await blocked.kill('all')

    const { connection } = await startInstance(dataDir).ready
    expect(await query(connection, 'select word from word')).toEqual([{ word: 'ø😀' }])
  })

  test("a user's database is run by its user, also when root starts it", async () => {
    const uid = aUser()
    const dataDir = aFolder(uid)
    const usersInstance = startInstance(dataDir, { uid })
    await usersInstance.ready
    await usersInstance.stop()

    rmSync(join(dataDir, 'postgres.log'))
    const rootsInstance = startInstance(dataDir, { isOpenToOthers: true })
    expect(ownerOf((await rootsInstance.ready).pid)).toBe(uid)
    await rootsInstance.kill('all')

    expect(await storeAndReadBack((await startInstance(dataDir, { uid }).ready).connection)).toEqual(STORED)
  })

  test('it starts in a folder that only root may enter', async () => {
    const dataDir = join(aFolder(), 'data')
    const { connection } = await startInstance(dataDir).ready
    expect(await storeAndReadBack(connection)).toEqual(STORED)
    expect(ownerOf(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(0)
  })

  test("a normal user is refused root's data folder by name", async () => {
    const uid = aUser()
    const dataDir = anOpenFolder()
    const rootsInstance = startInstance(dataDir)
    await rootsInstance.ready
    await rootsInstance.stop()
    expect(await startInstance(dataDir, { uid }).refused).toContain(`${dataDir} cannot be used`)

    chownSync(dataDir, NOBODY, NOBODY)
    expect(await startInstance(dataDir, { uid }).refused).toContain(
      `${dataDir} belongs to another user (id 0)`,
    )
  })
})
