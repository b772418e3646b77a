import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'

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

test('a foreign key without an index is found', async () => {
  await sql`create table notes (user_id uuid references users, at timestamptz)`.execute(owner)
  await sql`create index on notes (at, user_id)`.execute(owner)
  const { rows } = await readReferences()
  expect(rows.filter(({ isIndexed }) => !isIndexed)).toEqual([
    { reference: 'notes FOREIGN KEY (user_id) REFERENCES users(id)', isIndexed: false },
  ])
})
