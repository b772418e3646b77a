import {
  closeBloodRequest,
  listActiveBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { expect, test } from 'vitest'
import { storeBloodRequest } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const owner = await bank.signedInAs()
const other = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

const posted = () => storeBloodRequest(bank.db, { userId: owner.id })
const close = (person: typeof owner, id: string, status: 'fulfilled' | 'cancelled' = 'fulfilled') =>
  person.call(closeBloodRequest, {
    params: { id },
    body: { status, ...(status === 'cancelled' && { reason: 'duplicate' as const }) },
  })

async function statusOf(id: string) {
  const { body } = await owner.call(listOwnBloodRequests, { query: { limit: '300' } })
  return body.records.find(bloodRequest => bloodRequest.id === id)?.status
}

const auditOf = (targetId: string) =>
  bank.db.selectFrom('auditEntries').selectAll().where('targetId', '=', targetId).execute()

test.each(['fulfilled', 'cancelled'] as const)('its owner marks a request as %s', async status => {
  const { id } = await posted()
  const reply = await close(owner, id, status)
  expect([reply.status, reply.body]).toMatchObject([200, { id, status, closedAt: expect.any(String) }])
  expect(await statusOf(id)).toBe(status)
  const { body } = await other.call(listActiveBloodRequests, { query: { limit: '300' } })
  expect(body.records.map(bloodRequest => bloodRequest.id)).not.toContain(id)
  expect(await auditOf(id)).toEqual([])
})

test("an admin closes another user's request, and the audit log has it", async () => {
  const { id } = await posted()
  expect((await close(admin, id, 'cancelled')).status).toBe(200)
  expect(await statusOf(id)).toBe('cancelled')
  expect(await auditOf(id)).toMatchObject([
    {
      actorId: admin.id,
      action: 'blood-request-closed',
      before: { status: 'active' },
      after: { status: 'cancelled', reason: 'duplicate' },
    },
  ])
})

test('another member cannot close it', async () => {
  const { id } = await posted()
  expect(await close(other, id)).toRefuse('not-yours')
  expect(await statusOf(id)).toBe('active')
})

test('a request closes once', async () => {
  const { id } = await posted()
  await close(owner, id, 'fulfilled')
  for (const person of [owner, admin])
    expect(await close(person, id, 'cancelled')).toRefuse('blood-request-closed')
  expect(await statusOf(id)).toBe('fulfilled')
})

test('of twenty concurrent closings one succeeds', async () => {
  const { id } = await posted()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      close(at % 2 ? owner : admin, id, at % 3 ? 'fulfilled' : 'cancelled'),
    ),
  )
  const won = replies.filter(reply => reply.status === 200)
  expect(won).toHaveLength(1)
  for (const reply of replies) if (reply.status !== 200) expect(reply).toRefuse('blood-request-closed')
  expect(await statusOf(id)).toBe(won[0]?.body.status)
  expect((await auditOf(id)).length).toBeLessThanOrEqual(1)
})

test.each([
  { status: 'active' },
  { status: 'deleted' },
  { status: null },
  {},
  null,
  { status: 'fulfilled', userId: 'me' },
  { status: 'fulfilled', reason: 'duplicate' },
  { status: 'cancelled', reason: 'because' },
])('closing with %j is refused', async body => {
  const { id } = await posted()
  const reply = await owner.send('PATCH', `/api/blood-requests/${id}`, { body })
  expect(reply).toMatchObject({ status: 400, error: { code: 'invalid-input' } })
  expect(await statusOf(id)).toBe('active')
})

test('a missing request is a 404, and an invalid id a 400', async () => {
  expect(await close(owner, '0198f3a0-1234-7abc-8def-0123456789ab')).toRefuse('blood-request-not-found')
  for (const id of ['7', 'mine', 'x'.repeat(90), '%00', "'; drop table users"])
    expect(
      await owner.send('PATCH', `/api/blood-requests/${encodeURIComponent(id)}`, {
        body: { status: 'fulfilled' },
      }),
    ).toRefuse('invalid-input', 'This is not a valid id.')
})

test('an id in upper case is accepted', async () => {
  const { id } = await posted()
  expect((await close(owner, id.toUpperCase())).body.id).toBe(id)
})
