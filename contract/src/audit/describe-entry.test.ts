import { expect, test } from 'vitest'
import { describeAuditEntry, describeAuditValues } from './describe-entry.ts'
import { AUDIT_ACTIONS, type AuditAction, type AuditValues } from './endpoints.ts'

const actor = { id: 'a', name: 'Rafi Ahmed', email: 'rafi@example.edu' }
const NADIA = 'Nadia Islam'
const date = { donatedOn: '2026-03-01' }

test.each<[AuditAction, AuditValues, AuditValues, string]>([
  ['role-changed', { role: 'user' }, { role: 'admin' }, 'made Nadia Islam an admin'],
  ['role-changed', { role: 'admin' }, { role: 'user' }, 'took the admin role from Nadia Islam'],
  ['suspended', null, { reason: 'other' }, 'suspended Nadia Islam'],
  ['suspension-lifted', { reason: 'other' }, null, 'lifted the suspension of Nadia Islam'],
  ['coordinator-named', null, { until: '2026-03-01' }, 'made Nadia Islam a coordinator'],
  ['coordinator-ended', null, null, 'ended Nadia Islam as coordinator'],
  ['donor-verified', { isVerified: true }, { isVerified: false }, 'marked Nadia Islam as Not Verified'],
  ['donor-activated', null, { isProfileActive: true }, 'activated the donor profile of Nadia Islam'],
  [
    'blood-request-closed',
    null,
    { status: 'fulfilled' },
    'marked the blood request for Nadia Islam as fulfilled',
  ],
  ['blood-request-found-real', null, null, 'said that the blood request for Nadia Islam is real'],
  ['blood-request-deleted', { status: 'active' }, { reason: 'duplicate' }, 'deleted a blood request'],
  ['donation-changed', null, date, 'added a donation of Nadia Islam'],
  ['donation-changed', date, date, 'changed the date of a donation of Nadia Islam'],
  [
    'donation-changed',
    { ...date, component: 'blood' },
    { ...date, component: 'apheresis-platelets' },
    'changed what was given at a donation of Nadia Islam',
  ],
  ['donation-changed', date, null, 'removed a donation of Nadia Islam'],
  ['number-revealed', null, null, 'looked up the phone number of Nadia Islam'],
  ['exported', null, { what: 'blood-requests', records: 1 }, 'exported 1 blood request'],
  ['exported', null, { what: 'users', records: 12 }, 'exported 12 users'],
  ['exported', null, { what: 'kept-donors', records: 1 }, 'exported 1 donor without an account'],
  ['kept-donor-added', null, null, 'added a donor without an account'],
  [
    'kept-donor-added',
    null,
    { liftsStop: true },
    'added a donor without an account, who had asked not to be called and agreed again on paper',
  ],
  ['reports-decided', null, { decision: 'cleared' }, 'cleared the reports about Nadia Islam'],
  ['hall-added', null, { name: 'North Hall' }, 'added the hall “North Hall”'],
  [
    'hall-renamed',
    { name: 'North Hall' },
    { name: 'South Hall' },
    'renamed the hall “North Hall” to “South Hall”',
  ],
  ['hall-deleted', { name: 'North Hall' }, null, 'deleted the hall “North Hall”'],
  ['report-dismissed', null, { reason: 'malicious' }, 'ignored a report by Nadia Islam'],
])('%s from %j to %j is told as: %s', (action, before, after, deed) => {
  const [type] = AUDIT_ACTIONS[action].records
  const record = type ? { type, id: 'b', name: NADIA } : null
  expect(describeAuditEntry({ actor, action, record, before, after })).toBe(`Rafi Ahmed ${deed}`)
})

test('an act on several records is told with how many', () => {
  const record = { type: 'donor', id: 'b', name: NADIA } as const
  const act = { actor, record, records: 62, before: null, after: { isVerified: true } }
  expect(describeAuditEntry({ ...act, action: 'donor-verified' })).toBe(
    'Rafi Ahmed marked 62 donors as Verified',
  )
})

test('people without a donor profile are told by their email, and those who are gone without a name', () => {
  const entry = {
    action: 'suspended',
    before: null,
    after: null,
    record: { type: 'user', id: 'b', name: null },
  } as const
  const told = (name: string | null, email: string | null) =>
    describeAuditEntry({ ...entry, actor: { id: 'a', name, email } })
  expect(told(null, 'rafi@example.edu')).toBe('rafi@example.edu suspended somebody who erased their account')
  expect(told(null, null)).toBe(
    'Somebody who erased their account suspended somebody who erased their account',
  )
})

test('a report about an admin is told without whoever made it', () => {
  const entry = { actor, record: null, before: null, after: { reason: 'mistaken' } }
  expect(describeAuditEntry({ ...entry, action: 'report-dismissed' })).toBe('Rafi Ahmed ignored a report')
})

test('an action of a later version is told by its name', () => {
  const entry = { actor, record: null, before: null, after: null }
  expect(describeAuditEntry({ ...entry, action: 'renamed' })).toBe('Rafi Ahmed did “renamed”')
})

test('values are told by their labels', () => {
  const values: AuditValues[] = [
    date,
    { ...date, component: 'apheresis-platelets' },
    { isVerified: false },
    { status: 'active' },
    { reason: 'harassment' },
    { status: 'cancelled', reason: 'duplicate' },
    { decision: 'upheld', reason: 'not-real', reports: 3 },
    { other: 3 },
    {},
    null,
  ]
  expect(values.map(describeAuditValues)).toEqual([
    'Mar 1, 2026',
    'Mar 1, 2026, Platelets by machine',
    'Not Verified',
    'Active',
    'Harassing people',
    'Cancelled, Posted twice',
    'Upheld, Not real, 3 reports',
    '3',
    null,
    null,
  ])
})
