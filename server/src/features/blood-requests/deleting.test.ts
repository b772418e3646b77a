import { confirmBloodRequest } from '@blood-bank/contract/blood-requests/confirmations'
import {
  type BloodRequestStatus,
  closeBloodRequest,
  deleteBloodRequest,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import { createSharePage } from '@blood-bank/contract/blood-requests/share-pages'
import { expect, test } from 'vitest'
import type { Reply } from '../../testing/person.ts'
import { callDuring } from '../../testing/postgres/test-database.ts'
import { storeBloodRequest } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const owner = await bank.signedInAs()
const other = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })

const posted = (status: BloodRequestStatus = 'active') =>
  storeBloodRequest(bank.db, { userId: owner.id, status })
const remove = (person: typeof owner, id: string) =>
  person.call(deleteBloodRequest, { params: { id }, query: { reason: 'not-real' } })

async function isThere(id: string) {
  const { body } = await owner.call(listOwnBloodRequests, { query: { limit: '300' } })
  return body.records.some(bloodRequest => bloodRequest.id === id)
}

const auditOf = (targetId: string) =>
  bank.db.selectFrom('auditEntries').selectAll().where('targetId', '=', targetId).execute()

test.each(['active', 'fulfilled', 'cancelled'] as const)(
  'its owner deletes a request that is %s for good',
  async status => {
    const { id } = await posted(status)
    const reply = await remove(owner, id)
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await isThere(id)).toBe(false)
    expect(await auditOf(id)).toEqual([])
  },
)

test("an admin deletes another user's request; the audit log has the deletion without personal data", async () => {
  const bloodRequest = await posted()
  expect((await remove(admin, bloodRequest.id)).status).toBe(204)
  expect(await isThere(bloodRequest.id)).toBe(false)
  const entries = await auditOf(bloodRequest.id)
  expect(entries).toMatchObject([
    {
      actorId: admin.id,
      action: 'blood-request-deleted',
      before: { status: 'active' },
      after: { reason: 'not-real' },
    },
  ])
  const auditText = JSON.stringify(entries)
  for (const secret of [bloodRequest.patientName, bloodRequest.contactNumber, bloodRequest.userEmail])
    expect(auditText).not.toContain(secret)
})

test('another member cannot delete it', async () => {
  const { id } = await posted()
  expect(await remove(other, id)).toRefuse('not-yours')
  expect(await isThere(id)).toBe(true)
})

test('deleting or closing a deleted request finds nothing', async () => {
  const { id } = await posted()
  await remove(owner, id)
  for (const person of [owner, other, admin]) {
    expect(await remove(person, id)).toRefuse('blood-request-not-found')
    expect(await person.call(closeBloodRequest, { params: { id }, body: { status: 'fulfilled' } })).toRefuse(
      'blood-request-not-found',
    )
  }
})

test('of ten concurrent deletions one succeeds, and the others find nothing', async () => {
  const { id } = await posted()
  const replies = await Promise.all(Array.from({ length: 10 }, () => remove(admin, id)))
  expect(replies.filter(reply => reply.status === 204)).toHaveLength(1)
  expect(replies.filter(reply => reply.status === 404)).toHaveLength(9)
  expect(await auditOf(id)).toHaveLength(1)
})

test('an invalid id is refused', async () => {
  expect(await owner.send('DELETE', '/api/blood-requests/7')).toRefuse(
    'invalid-input',
    'This is not a valid id.',
  )
})

test('erasing an account deletes its requests', async () => {
  const leaving = await bank.signedInAs()
  const { id } = await storeBloodRequest(bank.db, { userId: leaving.id })
  await bank.db.deleteFrom('users').where('id', '=', leaving.id).execute()
  expect(await remove(admin, id)).toRefuse('blood-request-not-found')
})

const OF_ACTIVE_REQUESTS = {
  closes: (id: string) => owner.call(closeBloodRequest, { params: { id }, body: { status: 'fulfilled' } }),
  confirms: (id: string) => owner.call(confirmBloodRequest, { params: { id } }),
  shares: (id: string) => owner.call(createSharePage, { params: { id } }),
}

test.each(Object.entries(OF_ACTIVE_REQUESTS))(
  'whoever %s a request while it is deleted learns that it is gone',
  { tags: 'long' },
  async (_, call) => {
    const { id } = await posted()
    const reply = await callDuring<Reply<unknown>>(
      bank.owner,
      db => db.deleteFrom('bloodRequests').where('id', '=', id).execute(),
      () => call(id),
    )
    expect(reply).toRefuse('blood-request-not-found')
  },
)
