import { randomUUID } from 'node:crypto'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { expect, test } from 'vitest'
import { QueueFullError } from '../../platform/database/queue-limit.ts'
import { aBloodRequest } from '../../testing/builders.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createPosting } from './posting.ts'

const bank = await startTestApp()
const unlimited = { postsPerDay: Number.POSITIVE_INFINITY, activeRequests: Number.POSITIVE_INFINITY }
const settings = { timeZone: 'Asia/Dhaka', recordSecurityEvent: () => {}, now: () => new Date() }

/** A new request of an owner. */
const newRequest = (owner: { id: string; email: string }, patientName = 'Abdul Karim') => ({
  owner,
  form: {
    ...aBloodRequest(),
    ...{
      patientName,
      unitsRequired: 1,
      hospitalLocation: null,
      urgency: 'urgent' as const,
      neededBy: null,
      additionalInfo: null,
    },
  },
  isAnotherRequest: true,
  idempotencyKey: null,
})

test('of many concurrent posts each caller gets their own request, and all are stored', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => bank.signedInAs()))
  const posted = await Promise.all(
    people.flatMap((person, place) =>
      [1, 2, 3, 4].map(async turn => {
        const { isAnotherRequest, ...form } = aBloodRequest()
        const body = { ...form, patientName: `Patient ${turn} of ${place}`, unitsRequired: turn }
        const reply = await person.call(postBloodRequest, { body })
        expect([reply.status, reply.body]).toEqual([
          201,
          expect.objectContaining({ ...body, userId: person.id }),
        ])
        return reply.body
      }),
    ),
  )
  expect(new Set(posted.map(({ id }) => id)).size).toBe(20)
  for (const person of people) {
    const { records } = (await person.call(listOwnBloodRequests, { query: {} })).body
    const own = posted.filter(({ userId }) => userId === person.id)
    expect(records.toSorted(byId)).toEqual(own.toSorted(byId))
  }
})

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

test('one request that cannot be posted does not fail the others', async () => {
  const rima = await bank.newMember()
  const erased = { id: randomUUID(), email: 'erased@example.edu' }
  const post = createPosting(bank.db, { ...settings, limits: bank.config.limits })
  const results = await Promise.allSettled([
    post(newRequest(rima, 'First')),
    post(newRequest(erased)),
    post(newRequest(rima, 'Last')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const stored = await bank.db
    .selectFrom('bloodRequests')
    .select(['patientName', 'userEmail'])
    .where('userEmail', 'in', [rima.email, erased.email])
    .orderBy('id')
    .execute()
  expect(stored.map(({ patientName }) => patientName).toSorted()).toEqual(['First', 'Last'])
})

test('a post that finds the queue full is refused at once with Retry-After', async () => {
  const rima = await bank.newMember()
  const post = createPosting(bank.db, { ...settings, limits: unlimited })
  const results = await Promise.allSettled(Array.from({ length: 257 }, () => post(newRequest(rima))))
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toEqual([{ status: 'rejected', reason: expect.any(QueueFullError) }])
})
