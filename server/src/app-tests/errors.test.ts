import { endpoint } from '@blood-bank/contract/endpoint'
import { REFUSALS } from '@blood-bank/contract/errors'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '../config.ts'
import { ANONYMOUS } from '../identity/access/caller.ts'
import { serve } from '../identity/access/serve.ts'
import { createLog } from '../platform/http/log.ts'
import { refuse } from '../platform/http/refuse.ts'
import { createServer } from '../platform/http/server.ts'
import { createBareHttp } from '../testing/http/bare-http.ts'
import { newPerson } from '../testing/person.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: line => void lines.push(line) })
const http = createBareHttp({ log, resolveCaller: async () => ANONYMOUS })
const { app } = http

const serveTestEndpoint = (name: string, act: () => Promise<{ count: number }>) =>
  serve(
    http,
    endpoint({
      method: 'GET',
      path: `/api/${name}`,
      access: 'everyone',
      summary: name,
      reply: { status: 200, body: z.object({ count: z.int() }) },
    }),
    act,
  )

const SECRET = 'select * from users where password = hunter2'
const rejecting = (reason: unknown) => () => Promise.reject(reason)
serveTestEndpoint('throws', rejecting(new Error(SECRET)))
serveTestEndpoint('throws-a-string', rejecting(SECRET))
serveTestEndpoint('breaks-the-contract', async () => ({ count: SECRET }) as never)
serveTestEndpoint('returns-too-much', async () => ({ count: 1, password: SECRET }))
serveTestEndpoint('misuses-a-status', rejecting(Object.assign(new Error(SECRET), { statusCode: 500 })))
serveTestEndpoint(
  'refuses',
  rejecting(refuse('already-a-donor', { message: 'Twice.', fields: { name: 'Taken.' } })),
)
serveTestEndpoint('asks-to-wait', rejecting(refuse('too-many-attempts', { retryAfterSeconds: 12.1 })))
serveTestEndpoint('asks-to-wait-a-little', rejecting(refuse('too-many-attempts', { retryAfterSeconds: 0 })))

const get = (name: string) => newPerson(app).send('GET', `/api/${name}`)

test.each(['throws', 'throws-a-string', 'breaks-the-contract', 'misuses-a-status'])(
  'when a handler %s, the answer is generic and the log has the whole error',
  async name => {
    lines.length = 0
    const reply = await get(name)
    expect(reply).toRefuse('unexpected-error', 'Something went wrong on our side. Please try again.')
    expect(reply.text).not.toContain('hunter2')
    expect(reply.text).not.toContain('at ')
    expect(reply.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' })
    const errors = lines.map(line => JSON.parse(line)).filter(line => line.level >= 50)
    expect(errors.length).toBeGreaterThan(0)
    expect(reply.error?.requestId).toMatch(/^[\w-]{8,12}$/)
    expect(errors[0].reqId).toBe(reply.error?.requestId)
    if (name !== 'breaks-the-contract') expect(JSON.stringify(errors)).toContain('hunter2')
  },
)

test('fields that are not in the contract are not sent', async () => {
  const reply = await get('returns-too-much')
  expect([reply.status, reply.text]).toEqual([200, '{"count":1}'])
})

test('every unexpected error has its own request id, and other refusals have none', async () => {
  const idOf = async (name: string) => (await get(name)).error?.requestId
  expect(await idOf('throws')).not.toBe(await idOf('throws'))
  expect(await idOf('refuses')).toBeUndefined()
})

test('a refusal has its message and its fields, and is not logged as an error', async () => {
  lines.length = 0
  const reply = await get('refuses')
  expect([reply.status, reply.body]).toEqual([
    409,
    { error: { code: 'already-a-donor', message: 'Twice.', fields: { name: 'Taken.' } } },
  ])
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(lines.filter(line => JSON.parse(line).level >= 50)).toEqual([])
})

test('Retry-After is in whole seconds, at least one', async () => {
  expect((await get('asks-to-wait')).headers['retry-after']).toBe('13')
  expect((await get('asks-to-wait-a-little')).headers['retry-after']).toBe('1')
})

test.each([
  ['GET', '/api/nope'],
  ['GET', '/nope'],
  ['PUT', '/api/refuses'],
  ['OPTIONS', '/api/refuses'],
  ['DELETE', '/'],
])('%s %s is not found, with a JSON reply', async (method, url) => {
  expect(await newPerson(app).send(method, url)).toRefuse('not-found', 'There is nothing at this address.')
})

test.each(['/api/%', '/api/%E0%A4%A', '/%zz'])(
  'the address %s cannot be read and is not repeated',
  async url => {
    const reply = await newPerson(app).send('GET', url)
    expect(reply).toRefuse('invalid-input', 'This address cannot be read.')
    expect(reply.text).not.toContain('%')
  },
)

test('every refusal is answered with the status of the catalogue', async () => {
  const other = createServer(readConfig({ EVENT_LOOP_DELAY_MS: '0' }), createLog({ logLevel: 'silent' }))
  const codes = Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]
  for (const code of codes)
    other.get(`/${code}`, async () => {
      throw refuse(code)
    })
  for (const code of codes) expect(await newPerson(other).send('GET', `/${code}`)).toRefuse(code)
})
