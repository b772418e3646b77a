import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordAction } from '../../identity/audit/record-action.ts'
import { createDatabase, createPool, inTransaction } from '../../platform/database/connection.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { SERVER_ROLE } from './storage.ts'

const { db, owner, ownerAddress } = await createTestDatabase()
const ID = '0192f0c1-0000-7000-8000-000000000001'
await inTransaction(db, db =>
  recordAction(db, {
    actorId: ID,
    action: 'role-changed',
    targetId: ID,
    before: null,
    after: { role: 'user' },
  }),
)

const CHANGES: [string, RawBuilder<unknown>][] = [
  ['changed', sql`update audit_entries set actor_id = target_id`],
  ['deleted', sql`delete from audit_entries`],
  ['truncated', sql`truncate audit_entries`],
  ['dropped', sql`drop table audit_entries`],
  ['taken over', sql`alter table audit_entries owner to ${sql.id(SERVER_ROLE)}`],
]
const REFUSED = /permission denied|must be owner/

test.each(CHANGES)('an audit entry cannot be %s by the role of the server', async (_, change) => {
  await expect(change.execute(db)).rejects.toThrow(REFUSED)
  expect(await db.selectFrom('auditEntries').select('after').execute()).toEqual([{ after: { role: 'user' } }])
})

test.each(CHANGES.slice(0, 3))(
  'an audit entry cannot be %s by an owner of the tables who is not a superuser',
  async (_, change) => {
    const role = sql.id('operator')
    await sql`create role ${role} login`.execute(owner)
    await sql`grant create on schema public to ${role}`.execute(owner)
    await sql`alter table audit_entries owner to ${role}`.execute(owner)
    const pool = createPool({ ...ownerAddress, user: 'operator' }, () => {})
    await expect(change.execute(createDatabase(pool))).rejects.toThrow(REFUSED)
    await pool.end()
    await sql`alter table audit_entries owner to current_user`.execute(owner)
    await sql`drop owned by ${role}`.execute(owner)
    await sql`drop role ${role}`.execute(owner)
  },
)
