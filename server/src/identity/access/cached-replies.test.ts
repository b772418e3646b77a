import { endpoint } from '@blood-bank/contract/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../../config.ts'
import { createBareHttp } from '../../testing/http/bare-http.ts'
import { ANONYMOUS } from './caller.ts'
import { serve } from './serve.ts'

const oneOf = endpoint({
  method: 'GET',
  path: '/api/one/:id',
  access: 'everyone',
  summary: 'Its own id.',
  params: z.object({ id: z.string() }),
  reply: { status: 200, body: z.object({ id: z.string(), handled: z.int() }) },
})

/** A server whose tables and clock the test sets; its replies contain how often a handler was called. */
function aServer() {
  const versions = { donors: '1', blood_requests: '1' }
  let now = new Date('2026-11-22T12:00:00Z')
  let handled = 0
  const versionOf = (version: string) => ({ version, isStable: true, lookup: 1 })
  const http = createBareHttp({
    config: readConfig({ TIME_ZONE: 'Asia/Dhaka', EVENT_LOOP_DELAY_MS: '0' }),
    now: () => now,
    resolveCaller: async () => ({
      ...ANONYMOUS,
      tableVersions: {
        donors: versionOf(versions.donors),
        blood_requests: versionOf(versions.blood_requests),
        offers: versionOf('1'),
        donations: versionOf('1'),
      },
    }),
  })
  const routes = {
    '/api/donors-only': { cachedUntilChangeOf: ['donors'] },
    '/api/both': { cachedUntilChangeOf: ['donors', 'blood_requests'] },
    '/api/today': { cachedUntilChangeOf: ['donors'], dependsOnToday: true },
  } as const
  for (const [path, options] of Object.entries(routes))
    serve(
      http,
      endpoint({
        method: 'GET',
        path: path as keyof typeof routes,
        access: 'everyone',
        summary: 'How often it was called.',
        reply: { status: 200, body: z.object({ handled: z.int() }) },
      }),
      async () => {
        handled += 1
        return { handled }
      },
      options,
    )
  serve(
    http,
    oneOf,
    async ({ params: { id } }) => {
      handled += 1
      return { id, handled }
    },
    { cachedUntilChangeOf: ['donors'] },
  )
  return {
    versions,
    setClock: (time: string) => {
      now = new Date(time)
    },
    call: async (path: keyof typeof routes) => (await http.app.inject(path)).json().handled,
    readOne: async (id: string) => (await http.app.inject(`/api/one/${id}`)).json(),
  }
}

test('a reply is cached until one of its tables changes', async () => {
  const { call, versions } = aServer()
  expect([await call('/api/donors-only'), await call('/api/both'), await call('/api/both')]).toEqual([
    1, 2, 2,
  ])
  versions.blood_requests = '2'
  expect([await call('/api/donors-only'), await call('/api/both')]).toEqual([1, 3])
  versions.donors = '2'
  expect([await call('/api/donors-only'), await call('/api/both')]).toEqual([4, 5])
})

test('a reply that depends on the date is cached until midnight in the time zone of the site', async () => {
  const { call, setClock } = aServer()
  expect([await call('/api/donors-only'), await call('/api/today')]).toEqual([1, 2])
  // In Dhaka, six hours ahead of UTC, the day ends now.
  setClock('2026-11-22T17:59:59.999Z')
  expect(await call('/api/today')).toBe(2)
  setClock('2026-11-22T18:00:00Z')
  expect([await call('/api/donors-only'), await call('/api/today'), await call('/api/today')]).toEqual([
    1, 3, 3,
  ])
})

test('each path of an endpoint has a reply of its own', async () => {
  const { readOne } = aServer()
  expect([await readOne('rima'), await readOne('nadia'), await readOne('rima')]).toEqual([
    { id: 'rima', handled: 1 },
    { id: 'nadia', handled: 2 },
    { id: 'rima', handled: 1 },
  ])
})
