import {
  type BloodRequest,
  listActiveBloodRequests,
  listOwnBloodRequests,
} from '@blood-bank/contract/blood-requests/endpoints'
import type { Page } from '@blood-bank/contract/listing'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { storeBloodRequest, storeUser } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()
const nadia = await bank.signedInAs()

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const store = (patientName: string, userId: string, minute: number, status?: 'fulfilled' | 'cancelled') =>
  storeBloodRequest(bank.db, { patientName, userId, requestedAt: at(minute), ...(status && { status }) })

await store('mine, oldest', rima.id, 1)
await store('mine, fulfilled', rima.id, 4, 'fulfilled')
await store('mine, cancelled', rima.id, 2, 'cancelled')
await store('of another', nadia.id, 3)
await store('of another, closed', nadia.id, 5, 'fulfilled')

const patientsIn = ({ records }: Page<BloodRequest>) => records.map(bloodRequest => bloodRequest.patientName)

test('the active list has the active requests of all users, newest first', async () => {
  const { status, body } = await rima.call(listActiveBloodRequests, { query: {} })
  expect([status, patientsIn(body), body.next]).toEqual([200, ['of another', 'mine, oldest'], null])
})

test("a member's own list has their requests of every status, newest first", async () => {
  const { body } = await rima.call(listOwnBloodRequests, { query: {} })
  expect(patientsIn(body)).toEqual(['mine, fulfilled', 'mine, cancelled', 'mine, oldest'])
  expect(body.records.map(bloodRequest => bloodRequest.status)).toEqual(['fulfilled', 'cancelled', 'active'])
})

test('the first page of a list has the total of all pages', async () => {
  const first = (await rima.call(listActiveBloodRequests, { query: { limit: '1' } })).body
  expect([first.records.length, first.total]).toEqual([1, 2])
  const second = await rima.call(listActiveBloodRequests, { query: { limit: '1', after: first.next ?? '' } })
  expect(second.body.total).toBeNull()
  expect((await rima.call(listOwnBloodRequests, { query: { limit: '1' } })).body.total).toBe(3)
  expect((await nadia.call(listOwnBloodRequests, { query: {} })).body.total).toBe(2)
})

test("members see the contact of a request, and its owner's id only", async () => {
  const { body, text } = await rima.call(listActiveBloodRequests, { query: {} })
  expect(body.records[0]).toMatchObject({ userId: nadia.id, contactNumber: '01612-345678' })
  expect(text).not.toContain('@example.edu')
})

test('the pages of a long list contain each request exactly once', async () => {
  const { id: userId } = await storeUser(bank.db)
  // Many are posted at the same time; pages must not skip any of them.
  for (let one = 0; one < 20; one += 1) await store(`long ${one}`, userId, 10 + (one % 3))
  for (const limit of [undefined, '1', '7', '22']) {
    const pages = await everyPage(place =>
      rima.call(listActiveBloodRequests, { query: { ...(limit && { limit }), ...place } }),
    )
    const found = pages.flat().map(bloodRequest => bloodRequest.patientName)
    expect(found).toHaveLength(22)
    expect(new Set(found).size).toBe(22)
    expect(found.slice(-2)).toEqual(['of another', 'mine, oldest'])
  }
})

test('the active list can begin with the most urgent confirmed requests, and of these the oldest, over all pages', async () => {
  await bank.db.deleteFrom('bloodRequests').execute()
  const urgencies = ['moderate', 'urgent', 'low', 'urgent', 'urgent', 'moderate'] as const
  for (const [minute, urgency] of urgencies.entries())
    await storeBloodRequest(bank.db, {
      patientName: `${urgency} ${minute}`,
      urgency,
      requestedAt: at(minute % 4),
      unconfirmedSince: minute === 1 ? at(2) : null,
    })
  for (const limit of ['1', '4', '6']) {
    const pages = await everyPage(place =>
      rima.call(listActiveBloodRequests, { query: { limit, sort: 'urgency', ...place } }),
    )
    expect(pages.flat().map(bloodRequest => bloodRequest.patientName)).toEqual([
      'urgent 4',
      'urgent 3',
      'moderate 0',
      'moderate 5',
      'low 2',
      'urgent 1',
    ])
  }
})
