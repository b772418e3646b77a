import { LIVE_LISTS } from '@blood-bank/contract/live/endpoints'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { createHints, LIVE_LIST_RULES } from './lists.ts'

const { owner } = await createTestDatabase()

const rima = { personId: 'rima', isAdmin: false }
const karim = { personId: 'karim', isAdmin: false }
const admin = { personId: 'admin', isAdmin: true }

test.each([
  ['blood_requests', rima, ['active-blood-requests', 'own-blood-requests']],
  ['blood_requests', karim, ['active-blood-requests']],
  ['blood_requests', admin, ['active-blood-requests', 'admin-blood-requests', 'overview']],
  ['donors', rima, ['own-donor-profile']],
  ['donors', karim, []],
  ['donors', admin, ['admin-donors', 'overview']],
  ['users', karim, []],
  ['users', rima, []],
  ['users', admin, ['admin-users', 'overview']],
  ['audit_entries', admin, ['admin-audit-log']],
  ['sessions', rima, []],
  ['alerts', rima, ['own-blood-requests']],
  ['alerts', admin, ['overview']],
  ['report_cases', rima, []],
  ['report_cases', admin, ['admin-reports', 'overview']],
])('a change of %s about Rima is told to %o as %j', (table, recipient, lists) => {
  const hintsFor = createHints([{ table, personId: 'rima' }])
  expect(hintsFor(recipient)).toEqual(lists)
})

test('an offer is told to the donor and to the requester', () => {
  const hintsFor = createHints(['rima', 'karim'].map(personId => ({ table: 'offers', personId })))
  const own = ['active-blood-requests', 'own-blood-requests', 'own-offers', 'received-offers']
  expect([hintsFor(rima), hintsFor(karim)]).toEqual([own, own])
})

test('the changes of every table that a list shows are logged', async () => {
  const { rows } = await sql<{ table: string; events: string[] }>`
    select event_object_table as table, array_agg(event_manipulation::text order by 1) as events
      from information_schema.triggers where trigger_name like '%\_live\_%' group by 1`.execute(owner)
  const named = new Set(LIVE_LISTS.flatMap(list => LIVE_LIST_RULES[list].tables))
  for (const table of named) {
    const logged = rows.find(row => row.table === table)
    // Nobody changes or deletes an entry of the audit log. Alerts are private: each search for donors is logged instead.
    const events = { audit_entries: ['INSERT'], alerts: [] }[table as string] ?? [
      'DELETE',
      'INSERT',
      'UPDATE',
    ]
    expect([table, logged?.events.toSorted() ?? []]).toEqual([table, events])
  }
})
