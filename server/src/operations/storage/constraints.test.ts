import { type Insertable, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '../../platform/database/schema.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeBloodRequest, storeDonor, storeUser } from '../../testing/stored.ts'

const { db } = await createTestDatabase()
const user = await storeUser(db)

const CHECK = '23514'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const NOT_NULL = '23502'

const stateOf = (act: Promise<unknown>) =>
  act.then(
    () => 'stored',
    (error: { code: string }) => error.code,
  )

test.each<[string, Partial<Insertable<Schema['users']>>, string]>([
  ['an address in capitals', { email: 'Rima@example.edu' }, CHECK],
  ['an address that is taken', { email: user.email }, UNIQUE],
  ['an unknown role', { role: 'owner' as never }, CHECK],
])('a user with %s is refused', async (_, more, state) => {
  expect(await stateOf(storeUser(db, more))).toBe(state)
})

test.each<[string, Partial<Insertable<Schema['donors']>>, string]>([
  ['an unknown blood group', { bloodGroup: 'C+' as never }, CHECK],
  ['an unknown role', { universityRole: 'dean' as never }, CHECK],
  ['no name', { fullName: '' }, CHECK],
  ['no number', { contactNumber: '' }, CHECK],
  ['no user', { userId: '0198f3a0-1234-7abc-8def-0123456789ab' }, FOREIGN_KEY],
  ['unknown availability', { isAvailable: null as never }, NOT_NULL],
  ['unknown activity', { isProfileActive: null as never }, NOT_NULL],
])('a donor with %s is refused', async (_, more, state) => {
  expect(await stateOf(storeDonor(db, more))).toBe(state)
})

test('a user has at most one donor profile', async () => {
  expect(await stateOf(storeDonor(db, { userId: user.id }))).toBe('stored')
  expect(await stateOf(storeDonor(db, { userId: user.id }))).toBe(UNIQUE)
})

test('by default a donor is active and not verified', async () => {
  expect(await storeDonor(db)).toMatchObject({ isProfileActive: true, isVerified: false })
})

test.each<[string, Partial<Insertable<Schema['bloodRequests']>>, string]>([
  ['no units', { unitsRequired: 0 }, CHECK],
  ['101 units', { unitsRequired: 101 }, CHECK],
  ['an unknown status', { status: 'open' as never }, CHECK],
  ['an unknown urgency', { urgency: 'now' as never }, CHECK],
  ['an unknown blood group', { requiredBloodGroup: 'AB' as never }, CHECK],
  ['no patient', { patientName: '' }, CHECK],
  ['no user', { userId: '0198f3a0-1234-7abc-8def-0123456789ab' }, FOREIGN_KEY],
])('a blood request with %s is refused', async (_, more, state) => {
  expect(await stateOf(storeBloodRequest(db, more))).toBe(state)
})

test.each([
  ['in plain text', 'secret', CHECK],
  ['as another hash', '$2b$10$abcdefghijklmnopqrstuv', CHECK],
  ['as argon2id', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'stored'],
])('a password is stored %s: %s', async (_, password, state) => {
  const { id } = await storeUser(db)
  const row = { userId: id, password }
  expect(await stateOf(db.insertInto('credentials').values(row).execute())).toBe(state)
})

test('the records of a removed user are removed', async () => {
  const { id } = await storeUser(db)
  await storeDonor(db, { userId: id })
  await storeBloodRequest(db, { userId: id })
  await sql`insert into sessions (user_id, token, expires_at) values (${id}, 'x', now())`.execute(db)
  await sql`insert into mail_links values (${id}, 'verify-email', 'x', now())`.execute(db)
  await db.deleteFrom('users').where('id', '=', id).execute()
  for (const table of ['donors', 'bloodRequests', 'sessions', 'mailLinks'] as const)
    expect(await db.selectFrom(table).select('userId').where('userId', '=', id).execute()).toEqual([])
})
