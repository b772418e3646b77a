import { type Insertable, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '../../platform/database/schema.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeBloodRequest, storeDonor, storeImportedDonor, storeUser } from '../../testing/stored.ts'

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

test('the time at which an email was verified is set by the database, and only then', async () => {
  const { id } = await storeUser(db, { emailVerified: false })
  const verifiedAt = async (emailVerified: boolean) =>
    (
      await db
        .updateTable('users')
        .set({ emailVerified })
        .where('id', '=', id)
        .returning('emailVerifiedAt')
        .executeTakeFirstOrThrow()
    ).emailVerifiedAt
  const verified = await verifiedAt(true)
  expect(verified).toBeInstanceOf(Date)
  expect(await verifiedAt(true)).toEqual(verified)
  expect(await verifiedAt(false)).toBeNull()
})

test.each<[string, Partial<Insertable<Schema['donors']>>, string]>([
  ['an unknown blood group', { bloodGroup: 'C+' as never }, CHECK],
  ['an unknown role', { universityRole: 'dean' as never }, CHECK],
  ['no name', { fullName: '' }, CHECK],
  ['no number', { contactNumber: '' }, CHECK],
  ['an unknown hall', { hallId: '0198f3a0-1234-7abc-8def-0123456789ab' }, FOREIGN_KEY],
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

const importedDonor = await storeImportedDonor(db)

test.each<[string, Partial<Insertable<Schema['keptDonors']>>, string]>([
  ['an address in capitals', { email: 'Nadia@example.edu' }, CHECK],
  ['an address that was imported before', { email: importedDonor.email }, UNIQUE],
  ['an unknown blood group', { bloodGroup: 'O' as never }, CHECK],
  ['an unknown role', { universityRole: 'dean' as never }, CHECK],
  ['no number', { contactNumber: '' }, CHECK],
  ['no time to claim the profile', { expiresAt: new Date(0) }, CHECK],
])('an imported donor with %s is refused', async (_, more, state) => {
  expect(await stateOf(storeImportedDonor(db, more))).toBe(state)
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
  ['an unknown component', { component: 'plasma' as never }, CHECK],
  ['blood of any group', { takesOtherGroups: true }, CHECK],
  ['no patient', { patientName: '' }, CHECK],
  ['no user', { userId: '0198f3a0-1234-7abc-8def-0123456789ab' }, FOREIGN_KEY],
])('a blood request with %s is refused', async (_, more, state) => {
  expect(await stateOf(storeBloodRequest(db, more))).toBe(state)
})

const bloodRequest = await storeBloodRequest(db)
const SETTLED = new Date()
const ARRIVAL = { onTheWaySaidAt: SETTLED, onTheWayMinutes: 60 } as const

async function storeOffer(more: Partial<Insertable<Schema['offers']>> = {}) {
  const { id: userId } = await storeUser(db)
  const offer = {
    userId,
    bloodRequestId: bloodRequest.id,
    requiredBloodGroup: 'AB-',
    settledAt: null,
  } as const
  return db
    .insertInto('offers')
    .values({ ...offer, contactUntil: null, ...more })
    .returningAll()
    .executeTakeFirstOrThrow()
}

test.each<[string, Partial<Insertable<Schema['offers']>>, string]>([
  ['an unknown status', { status: 'accepted' as never }, CHECK],
  ['no request while it stands', { bloodRequestId: null }, CHECK],
  ['a time of settlement while it stands', { settledAt: SETTLED }, CHECK],
  ['no time of settlement after it', { status: 'withdrawn' }, CHECK],
  ['contact after a withdrawal', { status: 'withdrawn', settledAt: SETTLED, contactUntil: SETTLED }, CHECK],
  ['an arrival without a time', { onTheWayMinutes: 15 }, CHECK],
  ['an arrival in two hours', { ...ARRIVAL, onTheWayMinutes: 120 as never }, CHECK],
  ['an arrival after a donation', { status: 'donated', settledAt: SETTLED, ...ARRIVAL }, CHECK],
  ['an arrival while it stands', ARRIVAL, 'stored'],
  ['no user', { userId: '0198f3a0-1234-7abc-8def-0123456789ab' }, FOREIGN_KEY],
  ['contact after a donation', { status: 'donated', settledAt: SETTLED, contactUntil: SETTLED }, 'stored'],
])('an offer with %s: %s', async (_, more, state) => {
  expect(await stateOf(storeOffer(more))).toBe(state)
})

test('a donor has at most one standing offer, and any number of settled ones', async () => {
  const { userId } = await storeOffer()
  expect(await stateOf(storeOffer({ userId }))).toBe(UNIQUE)
  const settled = { userId, status: 'released', settledAt: SETTLED } as const
  expect([await stateOf(storeOffer(settled)), await stateOf(storeOffer(settled))]).toEqual([
    'stored',
    'stored',
  ])
})

test('a request with a standing offer is not deleted before the offer is settled', async () => {
  const { id } = await storeBloodRequest(db)
  const offer = await storeOffer({ bloodRequestId: id })
  const remove = () => db.deleteFrom('bloodRequests').where('id', '=', id).execute()
  expect(await stateOf(remove())).toBe(CHECK)
  const settled = { status: 'released', settledAt: SETTLED } as const
  await db.updateTable('offers').set(settled).where('id', '=', offer.id).execute()
  expect(await stateOf(remove())).toBe('stored')
})

const storeDonation = (more: Partial<Insertable<Schema['donations']>> = {}) =>
  db
    .insertInto('donations')
    .values({
      userId: user.id,
      bloodRequestId: null,
      offerId: null,
      donatedOn: '2026-01-01',
      recordedBy: 'donor',
      disputedAt: null,
      ...more,
    })
    .execute()

test.each<[string, Partial<Insertable<Schema['donations']>>, string]>([
  ['before 1900', { donatedOn: '1899-12-31' }, CHECK],
  ['recorded by nobody known', { recordedBy: 'nurse' as never }, CHECK],
  ['of pooled platelets, for which blood is given', { component: 'pooled-platelets' as never }, CHECK],
  ['of a user who does not exist', { userId: '0198f3a0-1234-7abc-8def-0123456789ab' }, FOREIGN_KEY],
])('a donation %s is refused', async (_, more, state) => {
  expect(await stateOf(storeDonation(more))).toBe(state)
})

test('one donation of a donor on a day counts, and one for an offer', async () => {
  const { id: userId } = await storeUser(db)
  const { id: offerId } = await storeOffer({ userId })
  expect(await stateOf(storeDonation({ userId, offerId }))).toBe('stored')
  expect(await stateOf(storeDonation({ userId }))).toBe(UNIQUE)
  expect(await stateOf(storeDonation({ userId, offerId, donatedOn: '2026-01-02' }))).toBe(UNIQUE)
  await db.updateTable('donations').set({ isWithdrawn: true }).where('userId', '=', userId).execute()
  expect(await stateOf(storeDonation({ userId, offerId }))).toBe('stored')
})

test('a reveal begins once and ends once', async () => {
  const reveal = { revealId: bloodRequest.id, ownerId: user.id, viewerId: user.id, bloodRequestId: null }
  const store = (event: 'began' | 'ended', occasion: 'offer' | 'search' = 'offer') =>
    db
      .insertInto('contactReveals')
      .values({ ...reveal, event, occasion: occasion as 'offer' })
      .execute()
  expect(await stateOf(store('began', 'search'))).toBe(CHECK)
  expect([await stateOf(store('began')), await stateOf(store('ended'))]).toEqual(['stored', 'stored'])
  expect([await stateOf(store('began')), await stateOf(store('ended'))]).toEqual([UNIQUE, UNIQUE])
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

const { owner } = await createTestDatabase()

type Reference = { reference: string; isIndexed: boolean }

/** Every foreign key, and whether an index of all rows begins with its columns. */
const readReferences = () =>
  sql<Reference>`
    select f.conrelid::regclass || ' ' || pg_get_constraintdef(f.oid) as reference,
           exists (select from pg_index i
                    where i.indrelid = f.conrelid and i.indpred is null
                      and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey) as "isIndexed"
      from pg_constraint f
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace`.execute(owner)

test('every foreign key has an index, so that removing a user scans no table', async () => {
  const { rows } = await readReferences()
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ isIndexed }) => !isIndexed)).toEqual([])
})
