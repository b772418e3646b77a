import { expect, test } from 'vitest'
import { createHints } from './lists.ts'

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
