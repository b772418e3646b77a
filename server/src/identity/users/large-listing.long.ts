import { MAX_PAGE_SIZE } from '@blood-bank/contract/listing'
import { listUsers } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyPage } from '../../testing/http/every-page.ts'
import { startTestApp } from '../../testing/test-app.ts'

const USERS = 100_000

const bank = await startTestApp()
const admin = await bank.signedInAs({ email: 'admin@example.edu', role: 'admin' })

test('the pages of many thousand users contain each user exactly once', async () => {
  // Most of the time would go into the index for searching texts, which the list does not use.
  await sql`drop index users_by_text`.execute(bank.owner)
  await sql`
    insert into users (email, created_at)
    select 'member.' || number || '@example.edu',
           timestamptz '2026-01-01' - number / 7 * interval '0.3 milliseconds'
    from generate_series(2, ${USERS}::int) number`.execute(bank.owner)

  const pages = await everyPage(cursor =>
    admin.call(listUsers, { query: { limit: String(MAX_PAGE_SIZE), ...cursor } }),
  )

  expect(pages).toHaveLength(Math.ceil(USERS / MAX_PAGE_SIZE))
  expect(new Set(pages.flat().map(user => user.id)).size).toBe(USERS)
})
