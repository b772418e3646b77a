import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { expect, test } from 'vitest'
import { everyEndpoint, pathOf } from '../testing/http/every-endpoint.ts'
import { storeDonor } from '../testing/stored.ts'
import { startTestApp } from '../testing/test-app.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs({ role: 'admin' })
for (let time = 0; time < 3; time += 1) await storeDonor(bank.db, { bloodGroup: 'B-' })
const query = { bloodGroup: 'B-', limit: 1 } as const
const first = await rima.call(searchDonors, { query })
const cursor = first.body.next ?? ''
const [today, bloodGroup, ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
const encode = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')
const daysAfterToday = (days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

test('a list continues after the last record of the page before', async () => {
  const { body } = await rima.call(searchDonors, { query: { ...query, after: cursor } })
  expect(body.records).toHaveLength(1)
  expect(body.records[0]?.id).not.toBe(first.body.records[0]?.id)
})

test.each([
  ['padded', `${cursor}=`],
  ['with a character that base64url ignores', `${cursor}!`],
  [
    'with blanks in its text',
    Buffer.from(JSON.stringify([today, bloodGroup, ...position], null, 1)).toString('base64url'),
  ],
  ['truncated', cursor.slice(0, 10)],
  ['of a search for another group', encode([today, 'O+', ...position])],
  ['of a list of another shape', encode(position.slice(-2))],
  ['of February 30', encode(['2026-02-30', bloodGroup, ...position])],
  // Whether somebody could donate on a day of the caller's choice tells when they last donated.
  ['of tomorrow', encode([daysAfterToday(1), bloodGroup, ...position])],
  ['of eight days ago', encode([daysAfterToday(-8), bloodGroup, ...position])],
])('a cursor of the donor search that is %s is refused', async (_, after) => {
  const reply = await rima.call(searchDonors, { query: { ...query, after } })
  expect(reply).toMatchObject({
    status: 400,
    error: { fields: { after: 'This is not a valid place in the list. Please reload the list.' } },
  })
})

const ID = '0198f3a0-1234-7abc-8def-0123456789ab'
const FORGED = [
  ['2026-01-01T00:00:00.000Z', ID],
  ['2026-01-01', ID],
  ["x'; --\u{1f600}", ID],
  [true, ID],
  [ID],
  {},
  null,
]
const lists = (await everyEndpoint()).filter(
  ({ query }) => query && Object.hasOwn((query as { shape?: object }).shape ?? {}, 'after'),
)

test.each(lists.map(list => [list.path, list] as const))(
  '%s takes a cursor that was made up for a place in its list, or refuses it',
  async (_, list) => {
    for (const after of FORGED.map(encode)) {
      const path = `${pathOf(list)}?bloodGroup=B-&after=${after}`
      expect([200, 400, 404]).toContain((await rima.send('GET', path)).status)
    }
    expect((await rima.send('GET', `${pathOf(list)}?bloodGroup=B-`)).status).toBeLessThan(500)
  },
)
