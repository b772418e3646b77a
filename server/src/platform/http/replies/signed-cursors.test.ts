import { listActiveBloodRequests, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { expect, test } from 'vitest'
import { storeBloodRequest, storeDonor } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp()
const elsewhere = await bank.anotherServer()
const rima = await bank.signedInAs()
for (let time = 0; time < 3; time += 1) {
  await storeDonor(bank.db, { bloodGroup: 'B-' })
  await storeBloodRequest(bank.db, { userId: rima.id })
}
const query = { bloodGroup: 'B-', limit: 1 } as const
const first = await rima.call(searchDonors, { query })
const cursor = first.body.next ?? ''

test('a list continues from the cursor of the page before, on another server, too', async () => {
  const rimaElsewhere = Object.assign(elsewhere.stranger(), { cookie: rima.cookie })
  for (const person of [rima, rimaElsewhere]) {
    const { body } = await person.call(searchDonors, { query: { ...query, after: cursor } })
    expect(body.records).toHaveLength(1)
    expect(body.records[0]?.id).not.toBe(first.body.records[0]?.id)
  }
})

/** The cursor without its signature, as an attacker reads it. */
const unsigned = cursor.slice(16)
const [isVerified, , id] = JSON.parse(Buffer.from(unsigned, 'base64url').toString())
const encode = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')

test.each([
  ['unsigned', unsigned],
  ['forged', encode([isVerified, '2026-01-01T00:00:00.000Z', id])],
  [
    'forged, with the signature of another cursor',
    cursor.slice(0, 16) + encode([isVerified, '2026-01-01T00:00:00.000Z', id]),
  ],
  ['with a wrong signature', `AAAAAAAAAAAAAAAA${unsigned}`],
  ['padded', `${cursor}=`],
  ['with a character that base64url ignores', `${cursor}!`],
  ['truncated', cursor.slice(0, 10)],
])('a cursor that is %s is refused', async (_, after) => {
  const reply = await rima.call(searchDonors, { query: { ...query, after } })
  expect(reply).toMatchObject({
    status: 400,
    error: { fields: { after: 'This is not a valid place in the list. Please reload the list.' } },
  })
})

test('a cursor of one list is refused in another', async () => {
  const active = await rima.call(listActiveBloodRequests, { query: { limit: 1 } })
  const after = active.body.next ?? ''
  expect((await rima.call(listActiveBloodRequests, { query: { after } })).status).toBe(200)
  expect((await rima.call(listOwnBloodRequests, { query: { after } })).status).toBe(400)
})
