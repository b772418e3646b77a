import { gunzipSync } from 'node:zlib'
import * as bloodRequests from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { aBloodRequest, type Person } from '../../../testing/person.ts'
import { storeBloodRequest, storeDonor } from '../../../testing/stored.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'
import { cacheSizeFor, createResponseCache } from './response-cache.ts'

/** Of each of eight writers. */
const ROUNDS = 4

const bank = await startTestApp(NO_POSTING_LIMITS)
const elsewhere = await bank.anotherServer()
const rima = await bank.signedInAs()
const rimaElsewhere = Object.assign(elsewhere.stranger(), { cookie: rima.cookie })
const both = [rima, rimaElsewhere]
const writer = new pg.Client(bank.address)
await writer.connect()
afterAll(() => writer.end())

const SEARCH = '/api/donors?bloodGroup=AB-'
const namesFor = async (person: Person) =>
  (await person.call(searchDonors, { query: { bloodGroup: 'AB-' } })).body.records.map(
    ({ fullName }) => fullName,
  )
const activeFor = async (person: Person) =>
  (await person.call(bloodRequests.listActiveBloodRequests, { query: {} })).body.records.map(({ id }) => id)

/** Calls often enough that the reply is cached, if it ever is. */
const askOften = async (ask: () => Promise<unknown>) => {
  for (let time = 0; time < 5; time += 1) await ask()
}

test.each(['commit', 'rollback'])(
  'an uncommitted change is in no reply, and the next reply after its %s is right',
  async end => {
    const name = `Karim of the ${end}`
    const { id } = await storeDonor(bank.db, { bloodGroup: 'AB-', fullName: 'Not yet' })
    await askOften(() => namesFor(rima))
    await writer.query('begin')
    await writer.query('update donors set full_name = $1 where id = $2', [name, id])
    for (const person of both) await askOften(() => namesFor(person))
    expect(await namesFor(rima)).not.toContain(name)
    await writer.query(end)
    for (const person of both) expect((await namesFor(person)).includes(name)).toBe(end === 'commit')
  },
)

test('a change is in the next reply even while other transactions are open', async () => {
  const other = new pg.Client(bank.address)
  await other.connect()
  try {
    await other.query('begin')
    await other.query(`update users set email = email where id = '${rima.id}'`)
    for (const fullName of ['First One', 'Second One', 'Third One']) {
      await storeDonor(bank.db, { bloodGroup: 'AB-', fullName })
      for (const person of both)
        for (let time = 0; time < 3; time += 1) expect(await namesFor(person)).toContain(fullName)
    }
    await other.query('rollback')
  } finally {
    await other.end()
  }
})

test('with two servers and many writers, every reply contains all changes made before its call', async () => {
  const rounds = async (at: number) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const here = both[(at + round) % 2] ?? rima
      const there = both[(at + round + 1) % 2] ?? rima
      const { body } = await here.call(postBloodRequest, { body: aBloodRequest() })
      expect(await activeFor(there)).toContain(body.id)
      expect(await activeFor(here)).toContain(body.id)
      const params = { id: body.id }
      if (round % 2) await here.call(bloodRequests.deleteBloodRequest, { params })
      else await here.call(bloodRequests.closeBloodRequest, { params, body: { status: 'fulfilled' } })
      expect(await activeFor(there)).not.toContain(body.id)
      expect(await activeFor(here)).not.toContain(body.id)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, at) => rounds(at)))
})

test("a member's own list is never sent to another member", async () => {
  const karim = await bank.signedInAs()
  const { id } = await storeBloodRequest(bank.db, { userId: rima.id })
  const ownIds = async (person: Person) =>
    (await person.call(bloodRequests.listOwnBloodRequests, { query: {} })).body.records.map(own => own.id)
  for (let time = 0; time < 4; time += 1) {
    expect(await ownIds(rima)).toContain(id)
    expect(await ownIds(karim)).toEqual([])
  }
})

test('a caller who sends the current entity tag receives 304 until the list changes', async () => {
  const first = await rima.send('GET', SEARCH)
  const tag = String(first.headers.etag)
  const asking = { headers: { 'if-none-match': `"another", ${tag}` } }
  for (const person of both) {
    const again = await person.send('GET', SEARCH, asking)
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag])
    expect(again.headers['cache-control']).toBe('no-store')
  }
  await storeDonor(bank.db, { bloodGroup: 'AB-' })
  const changed = await rima.send('GET', SEARCH, asking)
  expect([changed.status, changed.headers.etag === tag]).toEqual([200, false])
  expect((await bank.stranger().send('GET', SEARCH, asking)).status).toBe(401)
})

test('a long reply is compressed for callers who accept gzip, and says so', async () => {
  for (let donor = 0; donor < 10; donor += 1) await storeDonor(bank.db, { bloodGroup: 'AB-' })
  const headers = { cookie: String(rima.cookie) }
  const inject = (more: object) =>
    bank.app.inject({ method: 'GET', url: SEARCH, headers: { ...headers, ...more } })
  const plain = await inject({})
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding'])
  for (const encoding of ['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8']) {
    const compressed = await inject({ 'accept-encoding': encoding })
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
  for (const encoding of ['br', 'gzip;q=0', 'identity'])
    expect((await inject({ 'accept-encoding': encoding })).body).toBe(plain.body)
})

const MB = 1024 * 1024

/** An entry takes 3 kB beside its bytes. */
const TWO_SMALL_REPLIES = 7 * 1024

/** A cache whose replies are rendered when the test calls `ends[n]`. */
function aCache(maxBytes = 1_000_000) {
  const cache = createResponseCache(maxBytes)
  const ends: (() => void)[] = []
  const ask = (version: string, { isStable = true, lookup = 1, key = 'list' } = {}) =>
    cache({
      key,
      version: { version, isStable, lookup },
      render: () => {
        const number = ends.length + 1
        return new Promise(resolve =>
          ends.push(() => resolve({ text: `reply ${number}`, numbers: [], names: [] })),
        )
      },
    }).then(({ plain }) => plain.toString())
  return { ask, ends }
}

test('concurrent calls share one reading, and later calls use the cached reply', async () => {
  const { ask, ends } = aCache()
  const calls = [ask('1'), ask('1')]
  ends[0]?.()
  expect(await Promise.all([...calls, ask('1')])).toEqual(['reply 1', 'reply 1', 'reply 1'])
  expect(ends).toHaveLength(1)
})

test('a reply of an unstable version is shared only within one lookup and is not cached', async () => {
  const { ask, ends } = aCache()
  const open = { isStable: false, lookup: 1 }
  const calls = [ask('1', open), ask('1', open), ask('1', { ...open, lookup: 2 })]
  expect(ends).toHaveLength(2)
  for (const end of ends) end()
  expect(await Promise.all(calls)).toEqual(['reply 1', 'reply 1', 'reply 2'])
  void ask('1', { lookup: 3 })
  expect(ends).toHaveLength(3)
})

test('the cache holds no more than its limit', async () => {
  const { ask, ends } = aCache(TWO_SMALL_REPLIES)
  const counts = []
  for (const key of ['a', 'b', 'c', 'c', 'a']) {
    const calls = ask('1', { key })
    for (const end of ends) end()
    await calls
    counts.push(ends.length)
  }
  expect(counts).toEqual([1, 2, 3, 3, 4])
})

test.each([
  ['a machine of 8 GB without a limit', 0, 8_192, 64],
  ['a container of 384 MB on it', 384, 8_192, 12],
  ['a machine of 512 MB with a limit of nothing', 2 ** 43, 512, 16],
  ['a machine of 64 MB', 0, 64, 4],
])('of %s the cache takes its share', (_, limit, machine, megabytes) => {
  expect(cacheSizeFor(limit * MB, machine * MB)).toBe(megabytes * MB)
})

test('keys and replies both count towards the size of the cache: long ones leave room for fewer', async () => {
  const megabyte = 'x'.repeat(MB)
  for (const [text, keyEnd, isCached] of [
    ['short', '', true],
    [megabyte, '', false],
    ['short', megabyte, false],
  ] as const) {
    const cache = createResponseCache(64 * MB)
    let rendered = 0
    const ask = (key: string) => {
      const render = async () => {
        rendered += 1
        return { text, numbers: [], names: [] }
      }
      return cache({
        key: key + keyEnd,
        version: { version: '1', isStable: true, lookup: 1 },
        render,
      })
    }
    for (let at = 0; at < 100; at += 1) await ask(`key ${at}`)
    await ask('key 0')
    expect(rendered).toBe(isCached ? 100 : 101)
  }
})

test('the buffer of a small reply is not a slice of a larger one', async () => {
  const { plain } = await createResponseCache()({
    key: 'list',
    version: { version: '1', isStable: true, lookup: 1 },
    render: async () => ({ text: 'a small reply', numbers: [], names: [] }),
  })
  expect(plain.buffer.byteLength).toBe(plain.length)
})
