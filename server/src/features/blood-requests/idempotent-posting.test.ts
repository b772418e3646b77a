import { randomUUID } from 'node:crypto'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../testing/builders.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()

test('ten concurrent posts with one idempotency key create one request', async () => {
  const rima = await bank.signedInAs()
  const key = { 'idempotency-key': randomUUID() }
  const post = () => rima.send('POST', '/api/blood-requests', { body: aBloodRequest(), headers: key })
  const replies = await Promise.all(Array.from({ length: 10 }, post))
  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([201]))
  expect(new Set(replies.map(reply => (reply.body as { id: string }).id)).size).toBe(1)
  expect((await rima.call(listOwnBloodRequests, { query: {} })).body.records).toHaveLength(1)
})

test('an idempotency key is valid for one member only', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const ids = []
  for (const person of [await bank.signedInAs(), await bank.signedInAs()]) {
    const reply = await person.send('POST', '/api/blood-requests', { body: aBloodRequest(), headers: key })
    ids.push((reply.body as { id: string }).id)
  }
  expect(new Set(ids).size).toBe(2)
})

test('an idempotency key that is not a UUID is refused', async () => {
  const rima = await bank.signedInAs()
  const headers = { 'idempotency-key': 'again' }
  const reply = await rima.send('POST', '/api/blood-requests', { body: aBloodRequest(), headers })
  expect(reply).toRefuse('invalid-input', 'The Idempotency-Key of this call must be a UUID.')
})
