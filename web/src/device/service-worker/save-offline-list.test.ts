import { beforeEach, expect, test, vi } from 'vitest'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import {
  deleteOfflineCache,
  findOfflineList,
  openOfflineCache,
  saveOfflineList,
  saveOfflineUser,
} from '../offline/offline-list.ts'
import { fetchAndSaveList, fetchSessionForPage, isOfflineList } from './save-offline-list.ts'

const LIST = new Request('http://localhost/api/blood-requests')
const session = (id: string | null) => Response.json({ user: id && { id } })
const findSavedText = async () => (await findOfflineList())?.reply.text()

let signedIn: string | null
let answer: () => Response

beforeEach(async () => {
  startMemoryCaches()
  signedIn = 'rima'
  answer = () => new Response('[1]')
  vi.stubGlobal('fetch', async (asked: Request | string) =>
    asked === '/api/session' ? session(signedIn) : answer(),
  )
  await saveOfflineUser('rima')
})

/** Fetches the list as a page does, and waits for the work after the response. */
async function fetchList(meanwhile = async () => {}) {
  const tasks: Promise<void>[] = []
  const reply = await fetchAndSaveList(LIST, work => tasks.push(work))
  await meanwhile()
  await Promise.all(tasks)
  return reply.text()
}

test('the list of the person with offline access is saved, and passed to the page unchanged', async () => {
  expect(await fetchList()).toBe('[1]')
  expect(await findSavedText()).toBe('[1]')
})

test('a list that the page has cached is fetched completely, so that the saved list is current', async () => {
  const asked: (Request | string)[] = []
  vi.stubGlobal('fetch', async (req: Request | string) => {
    asked.push(req)
    return req === '/api/session' ? session(signedIn) : answer()
  })
  const tasks: Promise<void>[] = []
  const list = new Request(LIST, { headers: { accept: 'application/json', 'if-none-match': 'W/"1"' } })
  await fetchAndSaveList(list, work => tasks.push(work))
  await Promise.all(tasks)
  expect([...(asked[0] as Request).headers]).toEqual([['accept', 'application/json']])
  expect(await findSavedText()).toBe('[1]')
})

test.each([
  ['for another person in the same browser', 'karim', true],
  ['where nobody chose offline access, as with notifications alone', 'rima', false],
  ['without a session', null, true],
])('nothing is saved %s', async (_, person, isChosen) => {
  signedIn = person
  if (!isChosen) startMemoryCaches()
  expect(await fetchList()).toBe('[1]')
  expect(await findSavedText()).toBeUndefined()
})

test('a refused list is not saved, and the previous one stays', async () => {
  await fetchList()
  answer = () => new Response('no', { status: 503 })
  expect(await fetchList()).toBe('no')
  expect(await findSavedText()).toBe('[1]')
})

test('a page gets a network error when there is no response, never a saved list', async () => {
  await fetchList()
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(fetchList()).rejects.toThrow('Failed to fetch')
})

test('nothing is saved if the person signs out while the list is fetched', async () => {
  await fetchList(deleteOfflineCache)
  expect(await findSavedText()).toBeUndefined()
})

test.each([
  ['the same person is signed in', () => session('rima'), '[1]'],
  ['another person is signed in', () => session('karim'), undefined],
  ['nobody is signed in any more', () => session(null), undefined],
  ['the server cannot say who is signed in', () => new Response('{}', { status: 503 }), '[1]'],
])('when %s, the saved list is %s', async (_, reply, expected) => {
  await saveOfflineList(await openOfflineCache(), '[1]')
  answer = reply
  const tasks: Promise<void>[] = []
  const response = await fetchSessionForPage(new Request('http://localhost/api/session'), work =>
    tasks.push(work),
  )
  await Promise.all(tasks)
  expect(await response.json()).toEqual(await reply().json())
  expect(await findSavedText()).toBe(expected)
})

test.each([
  ['/api/blood-requests', true],
  ['/api/blood-requests?limit=50', true],
  ['/api/blood-requests?after=abc', false],
  ['/api/blood-requests?donorBloodGroup=B-', false],
  ['/api/blood-requests/mine', false],
  ['/api/admin/blood-requests', false],
  ['/api/donors', false],
])('%s is the saved list: %s', (path, expected) => {
  expect(isOfflineList(new URL(path, 'http://localhost'))).toBe(expected)
})

test('on a dead connection a call is aborted after six seconds', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => AbortSignal.abort(`after ${ms} ms`))
  vi.stubGlobal('fetch', async (_: Request, { signal }: RequestInit) => signal?.throwIfAborted())
  await expect(fetchSessionForPage(LIST, () => {})).rejects.toBe('after 6000 ms')
})
