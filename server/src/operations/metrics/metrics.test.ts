import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { expect, test } from 'vitest'
import { startAppWithoutDatabase, startTestApp } from '../../testing/test-app.ts'

const TOKEN = 'a token of the club'
const bank = await startTestApp({ DATA_DIR: tmpdir() })
const watched = await startTestApp({ METRICS_TOKEN: TOKEN })
const outOfOrder = await startAppWithoutDatabase()
const metricsOf = async (place: { stranger: typeof bank.stranger }, headers = {}) =>
  place.stranger().send('GET', '/metrics', { headers })

test('an operator reads durations by route, pool, outbox and event loop', async () => {
  const rima = await bank.signedInAs()
  await rima.call(readOwnDonor)
  await bank.db.insertInto('outbox').values({ kind: 'verify-email', recipient: 'a@example.edu' }).execute()
  await bank.db
    .insertInto('outbox')
    .values({ kind: 'verify-email', recipient: 'b@example.edu', attempts: 10 })
    .execute()
  const { text, headers } = await metricsOf(bank)
  expect(headers['content-type']).toContain('text/plain')
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/donors/mine",status="200"} 1',
  )
  expect(text).toMatch(/database_connections\{state="idle"\} [1-9]/)
  expect(text).toContain('outbox_mails{state="waiting"} 1')
  expect(text).toContain('outbox_mails{state="dead"} 1')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('every metric that an alert of Prometheus asks for is among them, and one tells that there is no database', async () => {
  const rules = readFileSync(
    new URL('../../../../deploy/prometheus/bloodbank.rules.yml', import.meta.url),
    'utf8',
  )
  const asked = [...rules.matchAll(/\b[a-z]+_[a-z_]+(?=[{ ])/g)].map(([name]) => name)
  expect(new Set(asked).size).toBeGreaterThan(3)
  const { text } = await metricsOf(bank)
  for (const name of asked) expect(text).toMatch(new RegExp(`^${name}\\b`, 'm'))
  expect((await metricsOf(outOfOrder)).text).toMatch(/^planner_lag_seconds Nan$/m)
})

test('the metrics contain no addresses or ids', async () => {
  const id = '0192f0c1-0000-7000-8000-000000000001'
  await bank.stranger().send('DELETE', `/api/blood-requests/${id}`)
  await bank.stranger().send('GET', '/somebody-was-here')
  const { text } = await metricsOf(bank)
  expect(text).toContain('route="/api/blood-requests/:id"')
  expect(text).not.toContain(id)
  expect(text).not.toContain('somebody')
})

test('the metrics are not served for a foreign host name that resolves to this machine', async () => {
  expect((await metricsOf(bank, { host: 'evil.example' })).status).toBe(404)
})

test('with METRICS_TOKEN the metrics are served anywhere, but only with the token', async () => {
  expect((await metricsOf(watched)).status).toBe(404)
  expect((await metricsOf(watched, { authorization: 'Bearer another' })).status).toBe(404)
  const far = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' }
  expect((await metricsOf(watched, far)).status).toBe(200)
})

test('without a database the other metrics are served', async () => {
  const { status, text } = await metricsOf(outOfOrder)
  expect(status).toBe(200)
  expect(text).toContain('nodejs_heap_size_used_bytes')
  expect(text).not.toContain('outbox_mails{')
})
