import { randomUUID } from 'node:crypto'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import {
  NEEDED_BY_PAST,
  NEEDED_BY_TOO_LATE,
  postBloodRequest,
} from '@blood-bank/contract/blood-requests/posting'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

/** The site is in Dhaka, six hours ahead of UTC. */
const bank = await startTestApp()
bank.advance(Date.parse('2026-11-03T11:59:30Z') - bank.now().getTime())
const rima = await bank.signedInAs()
const post = (neededBy: string | null) => rima.call(postBloodRequest, { body: aBloodRequest({ neededBy }) })

test('"Needed by" is a time in the time zone of the site, and every member sees it', async () => {
  const { body } = await post('2026-11-03T18:00')
  expect(body.neededBy).toBe('2026-11-03T12:00:00.000Z')
  const other = await bank.signedInAs()
  const { records } = (await other.call(listActiveBloodRequests, { query: {} })).body
  expect(records[0]).toEqual(body)
})

test.each([
  ['2026-11-03T17:59', NEEDED_BY_PAST],
  ['2025-11-03T18:00', NEEDED_BY_PAST],
  ['0001-01-01T00:00', NEEDED_BY_PAST],
  ['2027-02-01T18:00', NEEDED_BY_TOO_LATE],
])('"Needed by" of %s is refused: %s', async (neededBy, message) => {
  const reply = await post(neededBy)
  expect(reply).toRefuse('invalid-input', message)
  expect(reply.error?.fields).toEqual({ neededBy: message })
})

test('"Needed by" may be 90 days ahead', async () => {
  expect((await post('2027-02-01T17:59')).status).toBe(201)
})

test('a request that is sent again after its "Needed by", as the reply was lost, is the stored one', async () => {
  const sendWith = (key: string) =>
    rima.send('POST', '/api/blood-requests', {
      body: aBloodRequest({ neededBy: '2026-11-03T18:00', isAnotherRequest: true }),
      headers: { 'idempotency-key': key },
    })
  const key = randomUUID()
  const stored = await sendWith(key)
  expect(stored.status).toBe(201)
  bank.advance(MINUTE_MS)
  expect(await sendWith(key)).toMatchObject({ status: 201, body: stored.body })
  expect(await sendWith(randomUUID())).toRefuse('invalid-input', NEEDED_BY_PAST)
})
