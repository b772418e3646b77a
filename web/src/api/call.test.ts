import { deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test, vi } from 'vitest'
import { aSearchPage } from '../testing/builders.ts'
import { refusing, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { currentTime } from '../ui/browser/clock.ts'
import { call } from './call.ts'

const id = '0192f0c1-0000-7000-8000-0000000000aa'
const credentials = { email: 'rima@campus.edu', password: 'secret' }

test('the plus of a blood group arrives as a plus, and undefined parameters are not sent', async () => {
  const server = startStubServer([replying(searchDonors, aSearchPage([]))])
  await call(searchDonors, { query: { bloodGroup: 'A+', after: undefined } })
  expect(server.callsTo(searchDonors)[0]).toMatchObject({
    address: '/api/donors?bloodGroup=A%2B',
    query: { bloodGroup: 'A+' },
  })
})

test('a parameter is inserted into the path, and a reply without a body is undefined', async () => {
  const server = startStubServer([replying(deleteBloodRequest, undefined)])
  expect(await call(deleteBloodRequest, { params: { id } })).toBeUndefined()
  expect(server.callsTo(deleteBloodRequest)[0]?.address).toBe(`/api/blood-requests/${id}`)
})

test('a page follows the time of the server, also before it knows one', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T10:00:00Z'))
  const replyAt = (date: string) =>
    vi.stubGlobal('fetch', async () => Response.json({ user: null }, { headers: { date } }))
  replyAt('Sat, 21 Nov 2026 10:00:00 GMT')
  await call(readSession, {})
  expect(currentTime().toISOString()).toMatch(/^2026-11-21T10:00:0/)
  clock.mockReturnValue(Date.parse('2026-11-23T10:05:00Z'))
  replyAt('Sat, 21 Nov 2026 10:05:00 GMT')
  await call(readSession, {})
  expect(currentTime().toISOString()).toMatch(/^2026-11-21T10:05:0/)
})

test('a cached reply is used after a 304 and replaced by a new reply', async () => {
  const sentTags: (string | null)[] = []
  let [tag, next] = ['W/"1"', 'first']
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const has = new Headers(headers).get('if-none-match')
    sentTags.push(has)
    const known = { status: 304, headers: { etag: tag } }
    return has === tag
      ? new Response(null, known)
      : Response.json({ records: [], next }, { headers: { etag: tag } })
  })
  const search = () => call(searchDonors, { query: { bloodGroup: 'B-' } })
  expect(await search()).toEqual({ records: [], next: 'first' })
  expect(await search()).toEqual({ records: [], next: 'first' })
  ;[tag, next] = ['W/"2"', 'second']
  expect(await search()).toEqual({ records: [], next: 'second' })
  expect(sentTags).toEqual([null, 'W/"1"', 'W/"1"'])
  await call(searchDonors, { query: { bloodGroup: 'B+' } })
  expect(sentTags.at(-1)).toBeNull()
})

test('a refusal has its code, message and fields', async () => {
  const fields = { email: 'Please enter a valid email address.' }
  startStubServer([refusing(signIn, 'too-many-attempts', { fields })])
  await expect(call(signIn, { body: credentials })).rejects.toMatchObject({
    name: 'Refusal',
    code: 'too-many-attempts',
    status: 429,
    message: 'Too many attempts. Please wait a moment and try again.',
    fields,
  })
})

test.each([
  [502, 'unavailable'],
  [500, 'unexpected-error'],
  [404, 'unexpected-error'],
])('a response %i that is not from our server is refused as %s', async (status, code) => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status }))
  await expect(call(readSession, {})).rejects.toMatchObject({ code, status })
})

test('a success that cannot be read counts as a network failure', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to the airport</h1>'))
  await expect(call(readSession, {})).rejects.toMatchObject({ code: 'network' })
})

test('an error that is none of the network is not taken for one', async () => {
  vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, json: async () => ({}) }))
  const outcome = expect(call(readSession, {})).rejects
  await outcome.toThrow(TypeError)
})

test('a call without a response is aborted after half a minute', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', waitUntilAborted)
  const outcome = expect(call(readSession, {})).rejects.toMatchObject({ code: 'network' })
  await vi.advanceTimersByTimeAsync(30_000)
  await outcome
})

test('a call that its page cancels ends as aborted, not as a failure', async () => {
  vi.stubGlobal('fetch', waitUntilAborted)
  const leaving = new AbortController()
  const outcome = expect(call(readSession, {}, { signal: leaving.signal })).rejects.toHaveProperty(
    'name',
    'AbortError',
  )
  leaving.abort()
  await outcome
})

const waitUntilAborted = (_: string, { signal }: RequestInit) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
