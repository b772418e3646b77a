import { randomUUID } from 'node:crypto'
import {
  closeBloodRequest,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/http/log.ts'
import { aBloodRequest, type Person } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { removeOldDeletedPosts } from './store.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: line => void lines.push(line) })
const bank = await startTestApp({}, { log })
const elsewhere = await bank.anotherServer()

const post = (person: Person) => person.call(postBloodRequest, { body: aBloodRequest() })
const postMany = (person: Person, count: number) =>
  Promise.all(Array.from({ length: count }, () => post(person)))
const ownCount = async (userId: string) =>
  (await bank.db.selectFrom('bloodRequests').select('id').where('userId', '=', userId).execute()).length
const atTheOtherServer = (person: Person) =>
  Object.assign(elsewhere.stranger(), { cookie: person.cookie, user: person.user })

const fulfill = (person: Person, id: string) =>
  person.call(closeBloodRequest, { params: { id }, body: { status: 'fulfilled' } })

/** Posts and fulfils, so that only the limit on posts applies. */
async function postAndFulfill(person: Person, count: number) {
  for (let time = 0; time < count; time += 1) await fulfill(person, (await post(person)).body.id)
}

/** Backdates all posts of a member. */
async function age(userId: string, by: string) {
  for (const table of ['blood_requests', 'deleted_posts'])
    await sql`
      update ${sql.table(table)} set requested_at = requested_at - ${by}::interval
      where user_id = ${userId}`.execute(bank.owner)
}

test('of 30 posts of one member at once at two servers ten become active requests', async () => {
  const rima = await bank.signedInAs()
  const other = await bank.signedInAs()
  const [replies, others] = await Promise.all([
    Promise.all([postMany(rima, 15), postMany(atTheOtherServer(rima), 15)]).then(both => both.flat()),
    postMany(other, 3),
  ])
  expect(replies.filter(reply => reply.status === 201)).toHaveLength(10)
  for (const reply of replies.filter(reply => reply.status !== 201))
    expect(reply).toRefuse(
      'too-many-active-requests',
      'You have 10 active requests. Mark one as fulfilled or cancel it, then post again.',
    )
  expect(await ownCount(rima.id)).toBe(10)
  // A member at the limit does not block the others.
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201])
  const [first] = (await rima.call(listOwnBloodRequests, { query: {} })).body.records
  await fulfill(rima, String(first?.id))
  expect((await post(rima)).status).toBe(201)
  expect((await post(rima)).error?.code).toBe('too-many-active-requests')
})

test('the accounts of a mailbox post as one person, also at once at two servers', async () => {
  const accounts = [
    await bank.signedInAs({ email: 'karim@example.edu' }),
    await bank.signedInAs({ email: 'karim+1@example.edu' }),
    atTheOtherServer(await bank.signedInAs({ email: 'karim+2@example.edu' })),
  ]
  const replies = (await Promise.all(accounts.map(account => postMany(account, 6)))).flat()
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  for (const { error } of replies.filter(({ status }) => status !== 201))
    expect(error?.code).toBe('too-many-active-requests')
})

test('the limits do not bind admins, who post for whoever calls', async () => {
  const coordinator = await bank.signedInAs({ role: 'admin' })
  await postMany(coordinator, 21)
  expect(await ownCount(coordinator.id)).toBe(21)
})

test('of 30 concurrent posts at two servers twenty in 24 hours succeed, and the refusal says when to retry', async () => {
  const rima = await bank.signedInAs()
  await postAndFulfill(rima, 15)
  await age(rima.id, '23 hours')
  const replies = await Promise.all([postMany(rima, 15), postMany(atTheOtherServer(rima), 15)])
  expect(replies.flat().filter(reply => reply.status === 201)).toHaveLength(5)
  expect(await ownCount(rima.id)).toBe(20)
  const refused = await post(rima)
  expect(refused.status).toBe(429)
  expect(refused.error?.code).toBe('too-many-posts')
  expect(refused.error?.message).toMatch(
    /^You have posted 20 requests in the last 24 hours\. You can post again at [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d.[AP]M\.$/,
  )
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(3_000)
  expect(seconds).toBeLessThanOrEqual(3_600)
  await age(rima.id, '1 hour')
  expect((await post(rima)).status).toBe(201)
})

test('deleting a request does not reset the daily limit', async () => {
  const rima = await bank.signedInAs()
  for (let time = 0; time < 20; time += 1)
    await rima.call(deleteBloodRequest, { params: { id: (await post(rima)).body.id } })
  expect(await ownCount(rima.id)).toBe(0)
  expect((await post(rima)).error?.code).toBe('too-many-posts')
  await removeOldDeletedPosts(bank.db)
  expect((await post(rima)).error?.code).toBe('too-many-posts')
  await age(rima.id, '24 hours')
  expect((await post(rima)).status).toBe(201)
  await removeOldDeletedPosts(bank.db)
  const left = bank.db.selectFrom('deletedPosts').selectAll().where('userId', '=', rima.id)
  expect(await left.execute()).toEqual([])
})

test('a request sent again gets the stored one, even when its owner has reached the limit', async () => {
  const rima = await bank.signedInAs()
  const headers = { 'idempotency-key': randomUUID() }
  const send = (person = rima) =>
    person.send('POST', '/api/blood-requests', { body: aBloodRequest(), headers })
  const { body } = await send()
  await postMany(rima, 9)
  const replies = await Promise.all([send(), post(rima), send(), post(rima)])
  expect(replies.map(({ status }) => status)).toEqual([201, 409, 201, 409])
  for (const reply of [replies[0], replies[2]]) expect(reply?.body).toEqual(body)
  const other = await bank.signedInAs()
  await postMany(other, 10)
  expect((await send(other)).status, 'the key of somebody else').toBe(409)
})

test("a refused post is recorded with the account's id only", async () => {
  const rima = await bank.signedInAs()
  await postMany(rima, 11)
  const events = lines.map(line => JSON.parse(line)).filter(line => line.userId === rima.id)
  expect(events.filter(line => line.securityEvent && line.securityEvent !== 'signed-in')).toMatchObject([
    { securityEvent: 'post-limit-reached', limit: 'too-many-active-requests' },
  ])
})
