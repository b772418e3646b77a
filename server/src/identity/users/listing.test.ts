import { listUsers } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import { storeUser } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ email: 'admin@example.edu', role: 'admin' })

const at = (day: number) => new Date(Date.UTC(2020, 0, day))
await storeUser(bank.db, { email: 'zara@example.edu', createdAt: at(1) })
await storeUser(bank.db, { email: 'abir_1@example.edu', createdAt: at(3), emailVerified: true })
await storeUser(bank.db, { email: 'badal@cs.example.edu', createdAt: at(2) })

type Query = Parameters<typeof admin.call<typeof listUsers>>[1]['query']
const namesOf = async (query: Query) =>
  (await admin.call(listUsers, { query })).body.records.map(user => user.email.split('@', 1)[0])

test.each<[Query, string[]]>([
  [{}, ['admin', 'abir_1', 'badal', 'zara']],
  [{ order: 'asc' }, ['zara', 'badal', 'abir_1', 'admin']],
  [{ sort: 'email', order: 'asc' }, ['abir_1', 'admin', 'badal', 'zara']],
  [{ role: 'admin' }, ['admin']],
  [{ search: 'CS.EXAMPLE' }, ['badal']],
  [{ search: '_' }, ['abir_1']],
  [{ search: '%' }, []],
])('an admin lists users by %j', async (query, names) => {
  expect(await namesOf(query)).toEqual(names)
})

test('a user is listed with the fields of the specification and without the password', async () => {
  const { body } = await admin.call(listUsers, { query: { search: 'abir' } })
  expect(body.records).toEqual([
    {
      id: expect.any(String),
      email: 'abir_1@example.edu',
      role: 'user',
      emailVerified: true,
      createdAt: '2020-01-03T00:00:00.000Z',
      suspension: null,
      coordinator: null,
      isSecondAccount: false,
    },
  ])
})
