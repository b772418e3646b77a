import {
  closeBloodRequest,
  deleteBloodRequest,
  readBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import {
  createSharePage,
  readSharedBloodRequest,
  readSharePage,
  revokeSharePage,
} from '@blood-bank/contract/blood-requests/share-pages'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../../../testing/person.ts'
import { NO_POSTING_LIMITS, startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp(NO_POSTING_LIMITS)
const owner = await bank.signedInAs()
const other = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })
const NOBODY_HAS = { id: '0198f3a0-1234-7abc-8def-0123456789ab' }

async function posted() {
  const { body } = await owner.call(postBloodRequest, { body: aBloodRequest() })
  return { id: body.id }
}
const pagesOf = async (id: string) =>
  (await bank.db.selectFrom('sharePages').select('code').where('bloodRequestId', '=', id).execute()).map(
    ({ code }) => code,
  )

test('nothing is public by itself; the owner makes a page, and reads its address again', async () => {
  const params = await posted()
  expect((await owner.call(readSharePage, { params })).body).toEqual({ sharePage: null })
  const { status, body } = await owner.call(createSharePage, { params })
  expect(status).toBe(201)
  expect(body.url).toMatch(/^http:\/\/localhost:3000\/r\/[0-9a-z]{26}$/)
  expect((await owner.call(readSharePage, { params })).body).toEqual({ sharePage: body })
})

test('20 presses at once make one page', async () => {
  const params = await posted()
  const replies = await Promise.all(Array.from({ length: 20 }, () => owner.call(createSharePage, { params })))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1)
  expect(await pagesOf(params.id)).toHaveLength(1)
})

test('a revoked page is gone for good, and the next one has another address', async () => {
  const params = await posted()
  const first = await owner.call(createSharePage, { params })
  for (const time of ['once', 'twice'])
    expect([time, (await owner.call(revokeSharePage, { params })).status]).toEqual([time, 204])
  expect((await owner.call(readSharePage, { params })).body).toEqual({ sharePage: null })
  const second = await owner.call(createSharePage, { params })
  expect(second.body.url).not.toBe(first.body.url)
})

test.each([
  ['another member', other],
  ['an admin', admin],
])('%s neither makes, reads nor revokes the page of a request', async (_, person) => {
  const params = await posted()
  await owner.call(createSharePage, { params })
  for (const endpoint of [createSharePage, readSharePage, revokeSharePage])
    expect(await person.call(endpoint, { params })).toRefuse('not-yours')
  expect(await pagesOf(params.id)).toHaveLength(1)
})

test('a request that does not exist has no page', async () => {
  for (const endpoint of [createSharePage, readSharePage, revokeSharePage])
    expect(await owner.call(endpoint, { params: NOBODY_HAS })).toRefuse('blood-request-not-found')
})

test('a closed request gets no page, but one that it has can be revoked', async () => {
  const [params, without] = [await posted(), await posted()]
  await owner.call(createSharePage, { params })
  for (const closed of [params, without])
    await owner.call(closeBloodRequest, { params: closed, body: { status: 'cancelled' } })
  expect(await owner.call(createSharePage, { params: without })).toRefuse('blood-request-closed')
  expect((await owner.call(revokeSharePage, { params })).status).toBe(204)
  expect(await pagesOf(params.id)).toEqual([])
})

test('the page ends with the request, also while it is being made', async () => {
  const params = await posted()
  await owner.call(createSharePage, { params })
  await owner.call(deleteBloodRequest, { params })
  expect(await pagesOf(params.id)).toEqual([])
  for (let round = 0; round < 3; round++) {
    const raced = await posted()
    const [made] = await Promise.all([
      owner.call(createSharePage, { params: raced }),
      owner.call(deleteBloodRequest, { params: raced }),
    ])
    expect([201, 404, 409]).toContain(made.status)
    expect(await pagesOf(raced.id)).toEqual([])
  }
})

test('a member who follows the page reads the request while it is on the list of active requests', async () => {
  const params = await posted()
  const read = () => other.call(readBloodRequest, { params })
  expect((await read()).body).toMatchObject({
    id: params.id,
    contactNumber: '01812-345678',
    offersStanding: 0,
  })
  const set = (hidden: { isHidden: boolean } | { hiddenAt: Date | null }) =>
    bank.db.updateTable('bloodRequests').set(hidden).where('id', '=', params.id).execute()
  for (const [hidden, shown] of [
    [{ isHidden: true }, { isHidden: false }],
    [{ hiddenAt: new Date() }, { hiddenAt: null }],
  ] as const) {
    await set(hidden)
    expect(await read()).toRefuse('blood-request-not-found')
    await set(shown)
  }
  await owner.call(closeBloodRequest, { params, body: { status: 'fulfilled' } })
  expect(await read()).toRefuse('blood-request-not-found')
})

test('a stranger with the code of a public page reads group and hospital of the active request, and nothing else', async () => {
  const params = await posted()
  const { body } = await owner.call(createSharePage, { params })
  const code = body.url.slice(-26)
  const read = (code: string) => bank.stranger().call(readSharedBloodRequest, { params: { code } })
  const { requiredBloodGroup, hospitalName: hospital } = aBloodRequest()
  expect((await read(code)).body).toEqual({ requiredBloodGroup, component: 'blood', hospital })
  for (const wrong of ['x'.repeat(26), params.id, '%00'])
    expect(await read(wrong)).toRefuse('blood-request-not-found')
  const hidesPatient = { hospitalName: aBloodRequest().patientName }
  await bank.db.updateTable('bloodRequests').set(hidesPatient).where('id', '=', params.id).execute()
  expect((await read(code)).body.hospital).toBeNull()
  await owner.call(closeBloodRequest, { params, body: { status: 'cancelled' } })
  expect(await read(code)).toRefuse('blood-request-not-found')
})
