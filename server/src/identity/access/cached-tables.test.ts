import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeBloodRequest, storeDonor } from '../../testing/stored.ts'
import { CACHED_TABLES, type CachedTable } from './caller.ts'

const { owner } = await createTestDatabase()

/** Columns that no cached reply shows and by which no cached reply is selected or sorted, apart from the key. */
const NOT_SHOWN: Record<CachedTable, string[]> = {
  donors: [
    'id',
    'user_id',
    'email',
    'university_id',
    'search_text',
    'is_imported',
    'alerts_from',
    'last_alerted_at',
    'alert_order',
    'verification_changed_at',
    'activation_changed_at',
  ],
  blood_requests: [
    'id',
    'user_email',
    'idempotency_key',
    'search_text',
    'next_wave_at',
    'sought_at',
    'held_back_at',
    'found_real_at',
    'alerts_stopped_at',
    'need',
  ],
  offers: [
    'id',
    'user_id',
    'required_blood_group',
    'offered_at',
    'settled_at',
    'was_refused',
    'was_verified',
    'reveal_id',
    'contact_until',
    'contact_withdrawn_at',
    'on_the_way_said_at',
    'on_the_way_minutes',
  ],
  donations: ['id', 'offer_id', 'donated_on', 'recorded_by', 'recorded_at', 'confirmed_at', 'thank_you'],
}

/** Generated columns change with the columns that they are calculated from. */
const GENERATED = ['latest_donation_date']

const columnsOf = async (table: CachedTable, from: 'columns' | 'triggered_update_columns') => {
  const [owned, column] =
    from === 'columns' ? ['table_name', 'column_name'] : ['event_object_table', 'event_object_column']
  // The log of changes has triggers, too. A later migration adds a trigger for its columns.
  const trigger = from === 'columns' ? sql`` : sql`and trigger_name like ${`${table}%_change`}`
  const { rows } = await sql<{ name: string }>`
    select distinct ${sql.ref(column)}::text as name from information_schema.${sql.table(from)}
     where ${sql.ref(owned)} = ${table} ${trigger} order by 1`.execute(owner)
  return rows.map(({ name }) => name)
}

test.each(CACHED_TABLES)('each column of %s is either counted or shown by no cached reply', async table => {
  const counted = await columnsOf(table, 'triggered_update_columns')
  expect(counted).not.toHaveLength(0)
  expect([...counted, ...NOT_SHOWN[table], ...(table === 'donors' ? GENERATED : [])].toSorted()).toEqual(
    await columnsOf(table, 'columns'),
  )
})

const countOf = async (table: CachedTable) => {
  const { rows } = await sql<{ count: string }>`
    select last_value as count from ${sql.table(`${table}_changes`)}`.execute(owner)
  return Number(rows[0]?.count)
}

test('an update is counted only if it changes a column that a cached reply shows', async () => {
  const { id } = await storeDonor(owner)
  const before = await countOf('donors')
  await owner.updateTable('donors').set({ universityId: 'PHY-1' }).where('id', '=', id).execute()
  expect(await countOf('donors')).toBe(before)
  await owner.updateTable('donors').set({ recordedDonationDate: '2026-01-01' }).where('id', '=', id).execute()
  expect(await countOf('donors')).toBe(before + 1)
  await owner.deleteFrom('donors').where('id', '=', id).execute()
  expect(await countOf('donors')).toBe(before + 2)
})

test('a posted and a deleted blood request are counted', async () => {
  const before = await countOf('blood_requests')
  const { id } = await storeBloodRequest(owner)
  await owner.deleteFrom('bloodRequests').where('id', '=', id).execute()
  expect(await countOf('blood_requests')).toBe(before + 2)
})
