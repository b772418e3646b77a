import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests'
import { readOwnDonor } from '@blood-bank/contract/donors'
import { signIn } from '@blood-bank/contract/sessions'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { LOGINS } from './logins.ts'
import { seedDemo } from './seed-demo.ts'

const bank = await startTestApp()
const occupied = await startTestApp()

const count = async (table: 'users' | 'credentials' | 'donors' | 'bloodRequests') =>
  (await bank.db.selectFrom(table).selectAll().execute()).length

const printedLines = await seedDemo(bank.db, new Date())

test('an empty database is filled with the campus', async () => {
  expect(await count('donors')).toBe(200)
  expect(await count('bloodRequests')).toBe(40)
  expect(await count('users')).toBe(await count('credentials'))
})

test.each(Object.values(LOGINS))('$email signs in with the printed password', async known => {
  const { email, password, role, emailVerified } = known
  expect(printedLines.find(line => line.includes(email))).toContain(password)
  const signedIn = await bank.stranger().call(signIn, { body: { email, password } })
  expect(signedIn.body.user).toMatchObject({ email, role, emailVerified })
})

test('the demo donor has a profile, and a blood request in each status', async () => {
  const donor = bank.stranger()
  const { email, password } = LOGINS.donor
  await donor.call(signIn, { body: { email, password } })
  expect((await donor.call(readOwnDonor)).body.donor).toMatchObject({ email })
  const own = await donor.call(listOwnBloodRequests, { query: {} })
  const statuses = own.body.records.map(({ status }) => status)
  expect(statuses).toEqual(expect.arrayContaining(['active', 'fulfilled', 'cancelled']))
})

test('no other account has one of the printed passwords', async () => {
  const [other] = await bank.db.selectFrom('users').select('email').where('email', 'like', '%9@%').execute()
  for (const { password } of Object.values(LOGINS)) {
    const reply = await bank.stranger().call(signIn, { body: { email: other?.email ?? '', password } })
    expect(reply).toRefuse('wrong-credentials')
  }
})

test('an existing campus is not changed', async () => {
  await bank.db.deleteFrom('bloodRequests').where('status', '=', 'cancelled').execute()
  const left = await count('bloodRequests')
  expect(await seedDemo(bank.db, new Date())).toEqual(printedLines)
  expect(await count('bloodRequests')).toBe(left)
})

test('a database with other members is refused and not changed', async () => {
  await occupied.signedInAs({ email: 'rima@example.edu' })
  await expect(seedDemo(occupied.db, new Date())).rejects.toThrow('needs an empty database')
  expect(await occupied.db.selectFrom('donors').select('id').execute()).toEqual([])
})
