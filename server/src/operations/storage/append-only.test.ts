import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  beginReveal,
  blankReveals,
  endReveals,
  removeOldReveals,
} from '../../features/offers/contact-ledger/store.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { eraseAccount } from '../../identity/own-account/erase-account.ts'
import {
  createDatabase,
  createPool,
  type Database,
  inTransaction,
} from '../../platform/database/connection.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { SERVER_ROLE } from './storage.ts'

const { db, owner, ownerAddress } = await createTestDatabase()
const OPERATOR = sql.id('operator')
const REFUSED = /permission denied|must be owner|can only be added to|can be deleted after two years/

let donorId: string
let requesterId: string
const entries = () =>
  db
    .selectFrom('contactReveals')
    .select(['event', 'ownerId', 'viewerId'])
    .where(reveal => reveal.or([reveal('ownerId', '=', donorId), reveal('viewerId', '=', requesterId)]))
    .orderBy('occurredAt')
    .execute()

beforeEach(async () => {
  donorId = (await storeUser(db)).id
  requesterId = (await storeUser(db)).id
  const revealId = randomUUID()
  await inTransaction(db, db =>
    beginReveal(db, {
      revealId,
      ownerId: donorId,
      viewerId: requesterId,
      occasion: 'offer',
      bloodRequestId: randomUUID(),
    }),
  )
  await endReveals(db, [revealId])
  // Ending it again adds nothing.
  await endReveals(db, [revealId])
})

/** Changes of the two entries that nobody may make. */
const CHANGES: [string, RawBuilder<unknown>][] = [
  ['changed', sql`update contact_reveals set occurred_at = now() - interval '3 years'`],
  ['moved to another request', sql`update contact_reveals set blood_request_id = uuidv7()`],
  ['turned into a beginning', sql`update contact_reveals set event = 'began' where event = 'ended'`],
  ['given to somebody else', sql`update contact_reveals set owner_id = viewer_id`],
  ['blanked while its donor has an account', sql`update contact_reveals set owner_id = null`],
  ['blanked while its reader has an account', sql`update contact_reveals set viewer_id = null`],
  ['deleted', sql`delete from contact_reveals`],
  ['truncated', sql`truncate contact_reveals`],
]
const DEFINITIONS: [string, RawBuilder<unknown>][] = [
  ['dropped', sql`drop table contact_reveals`],
  ['taken over', sql`alter table contact_reveals owner to ${sql.id(SERVER_ROLE)}`],
  ['freed of its trigger', sql`alter table contact_reveals disable trigger protect_contact_reveals`],
]

/** Acts as an owner of a table who is not a superuser, as with a PostgreSQL of the operator. */
async function asOwner<T>(act: (db: Database) => Promise<T>, table = 'contact_reveals'): Promise<T> {
  await sql`create role ${OPERATOR} login`.execute(owner)
  await sql`grant create on schema public to ${OPERATOR}`.execute(owner)
  await sql`grant select, delete on users, kept_donors, outbox, caught_mails to ${OPERATOR}`.execute(owner)
  await sql`grant insert on live_changes to ${OPERATOR}`.execute(owner)
  await sql`alter table ${sql.table(table)} owner to ${OPERATOR}`.execute(owner)
  const pool = createPool({ ...ownerAddress, user: 'operator' }, () => {})
  try {
    return await act(createDatabase(pool))
  } finally {
    await pool.end()
    await sql`alter table ${sql.table(table)} owner to current_user`.execute(owner)
    await sql`drop owned by ${OPERATOR}`.execute(owner)
    await sql`drop role ${OPERATOR}`.execute(owner)
  }
}

test.each([...CHANGES, ...DEFINITIONS])(
  'an entry of the contact ledger cannot be %s by the role of the server',
  async (_, change) => {
    const before = await entries()
    expect(before).toHaveLength(2)
    await expect(change.execute(db)).rejects.toThrow(REFUSED)
    expect(await entries()).toEqual(before)
  },
)

test.each(CHANGES)(
  'an entry of the contact ledger cannot be %s by an owner of the tables who is not a superuser',
  async (_, change) => {
    const before = await entries()
    await asOwner(db => expect(change.execute(db)).rejects.toThrow(REFUSED))
    expect(await entries()).toEqual(before)
  },
)

/** What the server does: blank an erased person, and remove what ended more than two years ago. */
async function eraseAndRemoveOld(db: Database) {
  const hooks = { beforeErasing: async () => {}, afterErasing: blankReveals }
  await inTransaction(db, db => eraseAccount(db, { id: donorId, email: 'erased@example.edu' }, hooks))
  await removeOldReveals(db)
}

test.each<[string, (act: (db: Database) => Promise<void>) => Promise<void>]>([
  ['the role of the server', act => act(db)],
  ['an owner of the tables who is not a superuser', asOwner],
])('%s blanks an erased person and removes what ended more than two years ago', async (_, as) => {
  const old = randomUUID()
  const occurredAt = new Date(Date.now() - 3 * 366 * 86_400_000)
  const ids = { revealId: old, ownerId: null, viewerId: requesterId, bloodRequestId: null }
  for (const event of ['began', 'ended'] as const)
    await db
      .insertInto('contactReveals')
      .values({ ...ids, event, occasion: 'admin', occurredAt })
      .execute()
  await as(eraseAndRemoveOld)
  expect(await entries()).toEqual([
    { event: 'began', ownerId: null, viewerId: requesterId },
    { event: 'ended', ownerId: null, viewerId: requesterId },
  ])
})

const ID = '0192f0c1-0000-7000-8000-000000000001'
const AUDIT_CHANGES: [string, RawBuilder<unknown>][] = [
  ['changed', sql`update audit_entries set actor_id = target_id`],
  ['deleted', sql`delete from audit_entries`],
  ['truncated', sql`truncate audit_entries`],
  ['dropped', sql`drop table audit_entries`],
  ['taken over', sql`alter table audit_entries owner to ${sql.id(SERVER_ROLE)}`],
]
const audited = () => db.selectFrom('auditEntries').select('after').where('actorId', '=', ID).execute()
beforeAll(() =>
  inTransaction(db, db =>
    recordAction(db, {
      actorId: ID,
      action: 'role-changed',
      targetId: ID,
      before: null,
      after: { role: 'user' },
    }),
  ),
)

test.each(AUDIT_CHANGES)('an audit entry cannot be %s by the role of the server', async (_, change) => {
  await expect(change.execute(db)).rejects.toThrow(REFUSED)
  expect(await audited()).toEqual([{ after: { role: 'user' } }])
})

test.each(AUDIT_CHANGES.slice(0, 3))(
  'an audit entry cannot be %s by an owner of the tables who is not a superuser',
  (_, change) => asOwner(db => expect(change.execute(db)).rejects.toThrow(REFUSED), 'audit_entries'),
)
