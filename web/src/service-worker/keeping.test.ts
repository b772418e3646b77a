import { beforeEach, expect, test, vi } from 'vitest'
import { forgetKept } from '../offline/forget-kept.ts'
import { findKeptList, keepList, noteChooser, openKept } from '../offline/kept-requests.ts'
import { startMemoryCaches } from '../testing/memory-caches.ts'
import { fetchAndKeep, fetchSession, isKeptList } from './keeping.ts'

const LIST = new Request('http://localhost/api/blood-requests')
const session = (id: string | null) => Response.json({ user: id && { id } })
const kept = async () => (await findKeptList())?.reply.text()

let signedIn: string | null
let answer: () => Response

beforeEach(async () => {
  startMemoryCaches()
  signedIn = 'rima'
  answer = () => new Response('[1]')
  vi.stubGlobal('fetch', async (asked: Request | string) =>
    asked === '/api/session' ? session(signedIn) : answer(),
  )
  await noteChooser('rima')
})

/** Asks for the list as a page does, and waits for what comes after the answer. */
async function ask(meanwhile = async () => {}) {
  const works: Promise<void>[] = []
  const reply = await fetchAndKeep(LIST, work => works.push(work))
  await meanwhile()
  await Promise.all(works)
  return reply.text()
}

test('whoever chose it has the list kept, and is given the same', async () => {
  expect(await ask()).toBe('[1]')
  expect(await kept()).toBe('[1]')
})

test('a list that the page has already is fetched whole, so that what is kept is of now', async () => {
  const asked: (Request | string)[] = []
  vi.stubGlobal('fetch', async (req: Request | string) => {
    asked.push(req)
    return req === '/api/session' ? session(signedIn) : answer()
  })
  const works: Promise<void>[] = []
  const list = new Request(LIST, { headers: { accept: 'application/json', 'if-none-match': 'W/"1"' } })
  await fetchAndKeep(list, work => works.push(work))
  await Promise.all(works)
  expect([...(asked[0] as Request).headers]).toEqual([['accept', 'application/json']])
  expect(await kept()).toBe('[1]')
})

test('whoever uses this browser and did not choose it has nothing kept', async () => {
  signedIn = 'karim'
  expect(await ask()).toBe('[1]')
  expect(await kept()).toBeUndefined()
})

test('nobody has anything kept', async () => {
  signedIn = null
  await ask()
  expect(await kept()).toBeUndefined()
})

test('a refused list is not kept, and leaves the one before', async () => {
  await ask()
  answer = () => new Response('no', { status: 503 })
  expect(await ask()).toBe('no')
  expect(await kept()).toBe('[1]')
})

test('a page gets no answer when none came, and never a kept one', async () => {
  await ask()
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(ask()).rejects.toThrow('Failed to fetch')
})

test('a person who signs out while the list is on its way leaves nothing', async () => {
  await ask(forgetKept)
  expect(await kept()).toBeUndefined()
})

test.each([
  ['the same person is signed in', () => session('rima'), '[1]'],
  ['another person is signed in', () => session('karim'), undefined],
  ['nobody is signed in any more', () => session(null), undefined],
  ['the server cannot say who is signed in', () => new Response('{}', { status: 503 }), '[1]'],
])('when %s, what is kept is %s', async (_, reply, expected) => {
  await keepList(await openKept(), '[1]')
  answer = reply
  const works: Promise<void>[] = []
  const told = await fetchSession(new Request('http://localhost/api/session'), work => works.push(work))
  await Promise.all(works)
  expect(await told.json()).toEqual(await reply().json())
  expect(await kept()).toBe(expected)
})

test.each([
  ['/api/blood-requests', true],
  ['/api/blood-requests?limit=50', true],
  ['/api/blood-requests?after=abc', false],
  ['/api/blood-requests/mine', false],
  ['/api/admin/blood-requests', false],
  ['/api/donors', false],
])('%s is the list that is kept: %s', (path, expected) => {
  expect(isKeptList(new URL(path, 'http://localhost'))).toBe(expected)
})

test('a page on a line that carries nothing knows it within six seconds, and no call hangs on', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => AbortSignal.abort(`after ${ms} ms`))
  vi.stubGlobal('fetch', async (_: Request, { signal }: RequestInit) => signal?.throwIfAborted())
  await expect(fetchSession(LIST, () => {})).rejects.toBe('after 6000 ms')
})
