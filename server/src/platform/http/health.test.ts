import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startAppWithoutDatabase, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp({ DATA_DIR: tmpdir() })

// That file system has no room by nature.
const full = await startTestApp({ DATA_DIR: '/proc' })
const withoutDatabase = await startAppWithoutDatabase()

const MANIFEST = join(import.meta.dirname, '../../../../package.json')

test('a server with its database is healthy, says its version, and is ready', async () => {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  for (const [path, body] of [
    ['/healthz', { status: 'ok', version }],
    ['/readyz', { status: 'ready', freeMegabytes: expect.any(Number), isSpaceLow: expect.any(Boolean) }],
  ] as const) {
    const reply = await bank.stranger().send('GET', path)
    expect([reply.status, reply.body]).toEqual([200, body])
  }
})

test('a server whose data folder is on a full disk is not ready', async () => {
  const reply = await full.stranger().send('GET', '/readyz')
  expect([reply.status, reply.body]).toEqual([
    503,
    { status: 'unavailable', freeMegabytes: 0, isSpaceLow: true },
  ])
})

test('a server without its database is healthy and not ready', async () => {
  const person = withoutDatabase.stranger()
  expect((await person.send('GET', '/healthz')).status).toBe(200)
  const reply = await person.send('GET', '/readyz')
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
})

test('without the database every call is refused with a plain message and retry-after', async () => {
  const person = withoutDatabase.stranger()
  person.cookie = (await bank.signedInAs()).cookie
  const calls: [string, string, object?][] = [
    ['GET', '/api/session'],
    ['GET', '/api/donors/mine'],
    ['GET', '/api/blood-requests'],
    ['POST', '/api/session', { email: 'rima@example.edu', password: 'secret' }],
    ['POST', '/api/accounts', { email: 'rima@example.edu', password: 'secret' }],
    ['POST', '/api/accounts/password-reset-mails', { email: 'rima@example.edu' }],
    ['POST', '/api/accounts/email-verifications', { token: 'a'.repeat(43) }],
  ]
  for (const [method, path, body] of calls) {
    const reply = await person.send(method, path, body && { body })
    expect(reply).toRefuse('unavailable', 'The service is not available right now. Please try again shortly.')
    expect(reply.headers['retry-after']).toBe('5')
    expect(reply.text).not.toMatch(/ENOENT|nowhere|nobody|connect/)
  }
})
