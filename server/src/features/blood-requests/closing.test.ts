import { confirmBloodRequest } from '@blood-bank/contract/blood-requests/confirmations'
import {
  type BloodRequestStatus,
  closeBloodRequest,
  deleteBloodRequest,
  listActiveBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { createSharePage } from '@blood-bank/contract/blood-requests/share-pages'
import { expect, test } from 'vitest'
import type { Person, Reply } from '../../testing/person.ts'
import { callDuring } from '../../testing/postgres/test-database.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const owner = await bank.signedInAs()
const other = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

const posted = (status: BloodRequestStatus = 'active') =>
  storeBloodRequest(bank.db, { userId: owner.id, status })
const close = (person: Person, id: string, status: 'fulfilled' | 'cancelled' = 'fulfilled') =>
  person.call(closeBloodRequest, {
    params: { id },
    body: { status, ...(status === 'cancelled' && { reason: 'duplicate' as const }) },
  })
const remove = (person: Person, id: string) =>
  person.call(deleteBloodRequest, { params: { id }, query: { reason: 'not-real' } })

/** The status that the owner reads; undefined if the request is gone. */
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

test.each(['active', 'fulfilled', 'cancelled'] as const)(
  'its owner deletes a request that is %s for good',
  async status => {
    const { id } = await posted(status)
    const reply = await remove(owner, id)
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await statusOf(id)).toBeUndefined()
    expect(await auditOf(id)).toEqual([])
  },
)

test("an admin closes or deletes another user's request, and the audit log has it without personal data", async () => {
  const [closed, deleted] = [await posted(), await posted()]
  expect((await close(admin, closed.id, 'cancelled')).status).toBe(200)
  expect((await remove(admin, deleted.id)).status).toBe(204)
  expect([await statusOf(closed.id), await statusOf(deleted.id)]).toEqual(['cancelled', undefined])
  const entries = [...(await auditOf(closed.id)), ...(await auditOf(deleted.id))]
  const before = { actorId: admin.id, before: { status: 'active' } }
  expect(entries).toMatchObject([
    { ...before, action: 'blood-request-closed', after: { status: 'cancelled', reason: 'duplicate' } },
    { ...before, action: 'blood-request-deleted', after: { reason: 'not-real' } },
  ])
  for (const secret of [deleted.patientName, deleted.contactNumber, deleted.userEmail])
    expect(JSON.stringify(entries)).not.toContain(secret)
})

test('another member neither closes nor deletes it', async () => {
  const { id } = await posted()
  for (const act of [close, remove]) expect(await act(other, id)).toRefuse('not-yours')
  expect(await statusOf(id)).toBe('active')
})

test('a request closes once, and one that is deleted is not found', async () => {
  const { id } = await posted()
  await close(owner, id, 'fulfilled')
  for (const person of [owner, admin])
    expect(await close(person, id, 'cancelled')).toRefuse('blood-request-closed')
  expect(await statusOf(id)).toBe('fulfilled')
  await remove(owner, id)
  for (const person of [owner, other, admin])
    for (const act of [close, remove]) expect(await act(person, id)).toRefuse('blood-request-not-found')
})

test('of twenty concurrent closings one succeeds, and so does one of ten deletions', async () => {
  const { id } = await posted()
  const closings = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      close(at % 2 ? owner : admin, id, at % 3 ? 'fulfilled' : 'cancelled'),
    ),
  )
  const won = closings.filter(reply => reply.status === 200)
  expect(won).toHaveLength(1)
  for (const reply of closings) if (reply.status !== 200) expect(reply).toRefuse('blood-request-closed')
  expect(await statusOf(id)).toBe(won[0]?.body.status)
  const before = (await auditOf(id)).length
  expect(before).toBeLessThanOrEqual(1)
  const deletions = await Promise.all(Array.from({ length: 10 }, () => remove(admin, id)))
  expect(deletions.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(404)])
  expect(await auditOf(id)).toHaveLength(before + 1)
})

test.each<[string, (id: string) => Promise<Reply<unknown>>]>([
  ['closes', id => close(owner, id)],
  ['confirms', id => owner.call(confirmBloodRequest, { params: { id } })],
  ['shares', id => owner.call(createSharePage, { params: { id } })],
])('whoever %s a request while it is deleted learns that it is gone', async (_, call) => {
  const { id } = await posted()
  const reply = await callDuring(
    bank.owner,
    db => db.deleteFrom('bloodRequests').where('id', '=', id).execute(),
    () => call(id),
  )
  expect(reply).toRefuse('blood-request-not-found')
})
