import { type Access, endpoint } from '@blood-bank/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/http/log.ts'
import { createServer } from '../../platform/http/server.ts'
import { createBareHttp } from '../../testing/http/bare-http.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { ANONYMOUS } from './caller.ts'
import { serve } from './serve.ts'

const bank = await startTestApp()
const stranger = bank.stranger()
const unverified = await bank.signedInAs({ emailVerified: false })
const member = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

/** A server with one endpoint that is not in the contract. */
function serverWith(access: Access) {
  const people = new Map([unverified, member, admin].map(person => [person.cookie, person.user]))
  const resolveCaller = async (req: FastifyRequest) => ({
    ...ANONYMOUS,
    user: people.get(req.headers.cookie) ?? null,
  })
  const http = createBareHttp({ resolveCaller })
  serve(
    http,
    endpoint({
      method: 'GET',
      path: '/api/new',
      access,
      summary: 'New.',
      reply: { status: 200, body: z.object({ secret: z.string() }) },
    }),
    async () => ({ secret: 'a secret' }),
  )
  return http.app
}

test.each([
  ['everyone', [200, 200, 200, 200]],
  ['signed-in', [401, 200, 200, 200]],
  ['email-verified', [401, 403, 200, 200]],
  ['admin', [401, 403, 403, 200]],
] as const)(
  'a new endpoint for %s answers a stranger, an unverified user, a member and an admin with %j',
  async (access, expected) => {
    const app = serverWith(access)
    for (const method of ['GET', 'HEAD'] as const) {
      const statuses = []
      for (const { cookie = '' } of [stranger, unverified, member, admin])
        statuses.push((await app.inject({ method, url: '/api/new', headers: { cookie } })).statusCode)
      expect(statuses).toEqual(expected)
    }
  },
)

const newEmptyServer = () =>
  createServer(readConfig({ EVENT_LOOP_DELAY_MS: '0' }), createLog({ logLevel: 'silent' }))

test.each(['/api', '/api/forgotten', '/api/docsomething', '/api/docs-of-donors', '/api/*', '/api:rest'])(
  'the route %s cannot be registered without saying who may call it',
  url => {
    expect(() => newEmptyServer().get(url, async () => 'secrets')).toThrow(
      `GET ${url} does not say who may call it.`,
    )
  },
)

test('a route that declares its access but has no guard cannot be registered', () => {
  const config = { access: 'admin' }
  expect(() => newEmptyServer().get('/api/open', { config }, async () => 'secrets')).toThrow(
    'GET /api/open does not say who may call it.',
  )
})

test('a plugin with an unguarded route keeps the server from starting', async () => {
  const app = newEmptyServer()
  app.register(async inner => void inner.post('/forgotten', async () => 'secrets'), { prefix: '/api' })
  await expect(app.ready()).rejects.toThrow('POST /api/forgotten does not say who may call it.')
})
