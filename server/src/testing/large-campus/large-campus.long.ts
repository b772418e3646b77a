import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startTestApp } from '../test-app.ts'
import { donorRow } from './accounts.ts'
import { chunksOf, type Rows } from './copy-rows.ts'
import { planCampus } from './plan.ts'
import { rowsOf, storeLargeCampus } from './store-large-campus.ts'

const now = new Date('2026-03-01T09:30:00Z')
const SCALE = 0.01

const bank = await startTestApp()
const indexes = () => sql`select indexdef from pg_indexes order by 1`.execute(bank.owner)
const indexesBefore = await indexes()
const owner = new pg.Client(bank.ownerAddress)
await owner.connect()
const known = await storeLargeCampus(owner, { scale: SCALE, now })
await owner.end()

const bytes = (moment: Date) =>
  Object.values(rowsOf(planCampus({ scale: SCALE, now: moment })))
    .map(rows => [...chunksOf(rows as Rows<'users'>)].join(''))
    .join('')

test('the same scale and time give the same campus, byte for byte', () => {
  expect(bytes(now)).toBe(bytes(now))
  expect(bytes(now)).not.toBe(bytes(new Date('2026-03-02T09:30:00Z')))
})

test('the numbers of records follow the scale', async () => {
  const { rows } = await sql`
    select (select count(*)::int from users) as users,
           (select count(*)::int from credentials) as credentials,
           (select count(*)::int from consents) as consents,
           (select count(*)::int from donors) as donors,
           (select count(*)::int from blood_requests) as requests`.execute(bank.owner)
  expect(rows).toEqual([{ users: 1500, credentials: 1500, consents: 1500, donors: 1000, requests: 2000 }])
})

test('about 2 % of the requests are active', async () => {
  const { rows } = await sql<{ active: number }>`
    select count(*) filter (where status = 'active')::int as active from blood_requests`.execute(bank.owner)
  expect(rows[0]?.active).toBeGreaterThan(25)
  expect(rows[0]?.active).toBeLessThan(55)
})

test('everyone joined before they posted, and nobody has more than a few requests', async () => {
  const { rows } = await sql<{ early: number; most: number }>`
    select count(*) filter (where requested_at < created_at)::int as early,
           max(count(*)) over ()::int as most
      from blood_requests join users on users.id = user_id group by user_id`.execute(bank.owner)
  expect(rows.every(({ early }) => early === 0)).toBe(true)
  expect(rows[0]?.most).toBeLessThan(25)
})

test.each(Object.entries(known))('the known %s can sign in', async (_, { id, email, password }) => {
  const person = bank.stranger()
  expect((await person.call(signIn, { body: { email, password } })).body.user).toMatchObject({ id, email })
})

test('the known member has four requests and no profile, and the known donor has a profile', async () => {
  const member = bank.stranger()
  await member.call(signIn, { body: { email: known.member.email, password: known.member.password } })
  expect((await member.call(listOwnBloodRequests, { query: {} })).body.records).toHaveLength(4)
  expect((await member.call(readOwnDonor)).body.donor).toBeNull()
  const donor = bank.stranger()
  await donor.call(signIn, { body: { email: known.donor.email, password: known.donor.password } })
  expect((await donor.call(readOwnDonor)).body.donor).toMatchObject({ email: known.donor.email })
})

test('a search for AB− among 100,000 donors finds about 281 of realistic size', () => {
  const plan = planCampus({ scale: 1, now })
  const found = Array.from({ length: plan.donors }, (_, nth) => donorRow(plan, nth)).filter(
    donor => donor.bloodGroup === 'AB-' && donor.isAvailable && donor.isProfileActive,
  )
  expect(Math.abs(found.length - 281)).toBeLessThan(3)
  const { length } = JSON.stringify(found.map(({ userId: _, ...donor }) => donor))
  expect(Math.abs(length - 115_000)).toBeLessThan(5_000)
})

test('all indexes are restored', async () => {
  expect((await indexes()).rows).toEqual(indexesBefore.rows)
})
