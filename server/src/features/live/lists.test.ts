import { expect, test } from 'vitest'
import { createHints } from './lists.ts'

const rima = { personId: 'rima', isAdmin: false, isCoordinator: false }
const karim = { ...rima, personId: 'karim' }
const coordinator = { ...rima, personId: 'coordinator', isCoordinator: true }
const admin = { ...rima, personId: 'admin', isAdmin: true }

test.each([
  ['blood_requests', rima, ['active-blood-requests', 'own-blood-requests']],
  ['blood_requests', karim, ['active-blood-requests']],
  ['blood_requests', coordinator, ['active-blood-requests', 'donors-to-call']],
  ['blood_requests', admin, ['active-blood-requests', 'donors-to-call', 'admin-blood-requests', 'overview']],
  ['donors', rima, ['own-donor-profile']],
  ['donors', karim, []],
  ['donors', coordinator, ['donors-to-call']],
  ['donors', admin, ['donors-to-call', 'admin-donors', 'overview']],
  ['donor_calls', rima, ['own-blood-requests']],
  ['donor_calls', karim, []],
  ['donor_calls', coordinator, ['donors-to-call']],
  ['kept_donors', karim, []],
  ['kept_donors', coordinator, ['donors-to-call']],
  ['on_call_alerts', rima, ['own-blood-requests']],
  ['on_call_alerts', karim, []],
  ['coordinators_on_call', rima, []],
  ['coordinators_on_call', coordinator, ['donors-to-call']],
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
