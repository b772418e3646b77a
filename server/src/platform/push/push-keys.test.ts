import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeDonor, storePushDevice } from '../../testing/stored.ts'
import { createPushKeys } from './push-keys.ts'

const { db, owner } = await createTestDatabase()

let warnings: string[] = []
const log = { warn: (_: object, message: string) => void warnings.push(message) }
const keysOf = (secret = 'the secret of the site') => createPushKeys({ db, secret, log })

beforeEach(async () => {
  warnings = []
  await db.deleteFrom('pushKeys').execute()
})

const storedKeys = () => db.selectFrom('pushKeys').selectAll().execute()
const devices = async () => (await db.selectFrom('pushDevices').select('id').execute()).length

test('all servers share the key pair of the first one, also if several start at once', async () => {
  const servers = Array.from({ length: 6 }, () => keysOf())
  const keys = await Promise.all(servers.map(getKey => getKey()))
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(Buffer.from(keys[0]?.publicKey ?? '', 'base64url')).toHaveLength(65)
  const [stored, ...others] = await storedKeys()
  expect(others).toEqual([])
  // A JSON Web Key begins with this when it is not encrypted.
  expect(stored?.privateKey).toMatch(/^eyJhbGciOiJkaXIi[\w-]*\.\./)
  expect(warnings).toEqual([])
})

test('another secret replaces the key pair once, and removes the devices that used it', async () => {
  const before = await keysOf()()
  const { userId } = await storeDonor(owner)
  await storePushDevice(owner, { userId })
  expect(await keysOf()()).toMatchObject({ publicKey: before.publicKey })
  expect(await devices()).toBe(1)

  const servers = [keysOf('another secret'), keysOf('another secret')]
  const [one, other] = await Promise.all(servers.map(getKey => getKey()))
  expect(one?.publicKey).not.toBe(before.publicKey)
  expect(other?.publicKey).toBe(one?.publicKey)
  expect(await devices()).toBe(0)
  expect(warnings).toEqual([expect.stringMatching('AUTH_SECRET has changed: the push keys are replaced')])
})

test('a server that knows the pair notices that another one has replaced it', async () => {
  const getKey = keysOf()
  const { publicKey } = await getKey()
  await db.deleteFrom('pushKeys').execute()
  expect((await getKey()).publicKey).not.toBe(publicKey)
})
