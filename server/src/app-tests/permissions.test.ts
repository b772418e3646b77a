import type { Endpoint } from '@blood-bank/contract/endpoint'
import { REFUSALS } from '@blood-bank/contract/errors'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod/mini'
import { everyEndpoint, pathOf } from '../testing/http/every-endpoint.ts'
import { withRoutes } from '../testing/http/registered-routes.ts'
import { startTestApp } from '../testing/test-app.ts'

const bank = await withRoutes(() => startTestApp({ TOKEN_SYNC_URL: 'https://portal.example.edu/sync' }))
const registered = bank.routes

const stranger = bank.stranger()
const unverified = await bank.signedInAs({ emailVerified: false })
const member = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })
const unverifiedAdmin = await bank.signedInAs({ role: 'admin', emailVerified: false })

const endpoints = await everyEndpoint()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const named = (of: Endpoint[]) => of.map(endpoint => [nameOf(endpoint), endpoint] as const)
const withAccess = (...kinds: Endpoint['access'][]) =>
  named(endpoints.filter(({ access }) => kinds.includes(access)))

type Caller = Pick<typeof stranger, 'send'>
const call = (person: Caller, endpoint: Endpoint) => person.send(endpoint.method, pathOf(endpoint))

/** The refusal of the access check; null if the person passes it. */
async function accessRefusalOf(person: Caller, endpoint: Endpoint) {
  const { error } = await call(person, endpoint)
  const codes = ['not-signed-in', 'email-not-verified', 'admins-only']
  return error && codes.includes(error.code) ? error.code : null
}

test('the server serves exactly the endpoints of the contract', () => {
  const served = registered.filter(route => route.includes(' /api') && !route.includes(' /api/docs'))
  expect(served.sort()).toEqual(endpoints.map(nameOf).sort())
  expect(new Set(endpoints.map(nameOf)).size).toBe(endpoints.length)
})

test('routes outside the contract are public or for this machine only', () => {
  const others = registered.filter(
    route => !endpoints.map(nameOf).includes(route) && !route.includes(' /api/docs'),
  )
  expect(others.sort()).toEqual([
    'GET /.well-known/security.txt',
    'GET /dev/mailbox',
    'GET /dev/mailbox.css',
    'GET /dev/mailbox.json',
    'GET /dev/mailbox/:id',
    'GET /dev/mailbox/texts.json',
    'GET /healthz',
    'GET /metrics',
    'GET /poster',
    'GET /r/:code',
    'GET /readyz',
    'POST /unsubscribe/:token',
    'POST /unsubscribe/thank-yous/:token',
  ])
})

test('whatever strangers look up by a token or a code says which refusal means that it leads to nothing', () => {
  const takesLink = ({ body, params }: Endpoint) =>
    [body, params].some(schema => {
      const { properties = {} } = schema ? toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {}
      return 'token' in properties || 'code' in properties
    })
  const lookUps = endpoints.filter(endpoint => endpoint.access === 'everyone' && takesLink(endpoint))
  expect(lookUps.map(nameOf)).toContain('POST /api/alerts/lookups')
  expect(lookUps.filter(({ unknownLink }) => unknownLink === undefined).map(nameOf)).toEqual([])
  expect(endpoints.filter(({ unknownLink }) => unknownLink !== undefined)).toEqual(lookUps)
  const unheard = lookUps.filter(({ unknownLink, refusals = [] }) => !refusals.includes(unknownLink as never))
  // Its reply is the same for any token.
  expect(unheard.map(nameOf)).toEqual(['POST /api/alerts/displays'])
})

test.each(withAccess('signed-in', 'email-verified', 'admin'))(
  '%s refuses people who are not signed in',
  async (_, endpoint) => {
    const message = endpoint.signedOutMessage ?? REFUSALS['not-signed-in'].message
    expect(await call(stranger, endpoint)).toRefuse('not-signed-in', message)
  },
)

test.each(withAccess('email-verified'))(
  '%s refuses unverified people, including admins',
  async (_, endpoint) => {
    for (const person of [unverified, unverifiedAdmin])
      expect(await call(person, endpoint)).toRefuse('email-not-verified', String(endpoint.unverifiedMessage))
  },
)

test.each(withAccess('admin'))('%s refuses members', async (_, endpoint) => {
  for (const person of [member, unverified]) expect(await call(person, endpoint)).toRefuse('admins-only')
})

test.each(named(endpoints.filter(endpoint => endpoint.path !== '/api/session')))(
  '%s accepts everyone who has access',
  async (_, endpoint) => {
    const allowed = {
      everyone: [stranger, unverified, member, admin],
      'signed-in': [unverified, member, admin],
      'email-verified': [member, admin],
      coordinator: [admin, unverifiedAdmin],
      admin: [admin, unverifiedAdmin],
    }
    for (const person of allowed[endpoint.access]) expect(await accessRefusalOf(person, endpoint)).toBeNull()
  },
)

test('nothing is taken that the contract does not name, and may therefore not be set', () => {
  const takesMore = endpoints.filter(({ body, query }) =>
    [body, query].some(part => {
      const { type, additionalProperties } = part
        ? toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
        : {}
      return type === 'object' && additionalProperties !== false
    }),
  )
  // A page of a later version may ask for more.
  expect(takesMore.map(nameOf)).toEqual(['GET /api/live'])
})

test('access is checked before the body is read', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const endpoint of endpoints.filter(({ access, body }) => access !== 'everyone' && body))
    expect(
      (await stranger.send(endpoint.method, pathOf(endpoint), { body: '{"broken', headers })).status,
    ).toBe(401)
})

test('every path under /api/admin is for admins only', () => {
  for (const { path, access } of endpoints)
    if (path.startsWith('/api/admin')) expect([path, access]).toEqual([path, 'admin'])
})
