import { STATUS_LABELS } from '../blood-requests/endpoints.ts'
import { REMOVAL_REASON_LABELS } from '../blood-requests/removals.ts'
import { DONATED_COMPONENT_LABELS } from '../donors/components.ts'
import { formatCalendarDate } from '../donors/eligibility.ts'
import { PROFILE_LABELS, VERIFICATION_LABELS } from '../donors/labels.ts'
import { DECISION_LABELS, DECISION_REASON_LABELS } from '../reports/endpoints.ts'
import { AUDIT_RECORD_LABELS, type AuditAction, type AuditEntry, type AuditValues } from './endpoints.ts'

type Told = Pick<AuditEntry, 'actor' | 'action' | 'record' | 'before' | 'after' | 'records'>

const ERASED = 'somebody who erased their account'

/** What an actor did, after their name. */
const DEEDS: Record<AuditAction, (entry: Told) => string> = {
  'role-changed': entry =>
    entry.after?.role === 'admin'
      ? `made ${personOf(entry)} an admin`
      : `took the admin role from ${personOf(entry)}`,
  suspended: entry => `suspended ${personOf(entry)}`,
  'suspension-lifted': entry => `lifted the suspension of ${personOf(entry)}`,
  'second-account-allowed': entry => `allowed ${personOf(entry)} to have a second account`,
  'coordinator-named': entry => `made ${personOf(entry)} a coordinator`,
  'coordinator-ended': entry => `ended ${personOf(entry)} as coordinator`,
  'donor-verified': entry =>
    `marked ${personOf(entry)} as ${VERIFICATION_LABELS[`${entry.after?.isVerified === true}`]}`,
  'donor-activated': entry =>
    `${entry.after?.isProfileActive === true ? 'activated' : 'deactivated'} the donor profile of ${personOf(entry)}`,
  'blood-request-closed': entry =>
    entry.after?.status === 'cancelled'
      ? `cancelled ${bloodRequestOf(entry)}`
      : `marked ${bloodRequestOf(entry)} as fulfilled`,
  'blood-request-deleted': () => 'deleted a blood request',
  'blood-request-found-real': entry => `said that ${bloodRequestOf(entry)} is real`,
  'donation-changed': entry =>
    `${donationDeed(entry)} of ${entry.record === null ? ERASED : personOf(entry)}`,
  'number-revealed': entry => `looked up the phone number of ${personOf(entry)}`,
  exported: ({ after }) => `exported ${exportedRecords(after)}`,
  'reports-decided': ({ after, record }) =>
    `${JUDGED[String(after?.decision)] ?? 'decided about'} the reports about ${record?.name ?? 'what was deleted later'}`,
  'report-dismissed': entry => `ignored a report${entry.record === null ? '' : ` by ${personOf(entry)}`}`,
  'text-messages-changed': ({ after }) =>
    `turned text messages ${after?.textMessages === true ? 'on' : 'off'}`,
  'hall-added': ({ after }) => `added ${hallOf(after)}`,
  'hall-renamed': ({ before, after }) => `renamed ${hallOf(before)} to “${after?.name}”`,
  'hall-deleted': ({ before }) => `deleted ${hallOf(before)}`,
  'kept-donor-added': ({ after }) =>
    `added a donor without an account${after?.liftsStop ? ', who had asked not to be called and agreed again on paper' : ''}`,
  'kept-donor-corrected': () => 'corrected a donor without an account',
  'donor-called': () => 'called a donor',
  'kept-donor-stopped': () => 'erased a donor without an account, who asked not to be called',
}

const JUDGED: Readonly<Record<string, string>> = {
  cleared: 'cleared',
  upheld: 'upheld',
  suspended: 'suspended a person for',
  dismissed: 'ignored all',
}

/** An entry as a sentence: "Rafi Ahmed made Nadia Islam an admin". */
export function describeAuditEntry(entry: Told): string {
  const deed = isKnown(entry.action) ? DEEDS[entry.action](entry) : `did “${entry.action}”`
  const actor = entry.actor.name ?? entry.actor.email ?? 'Somebody who erased their account'
  return `${actor} ${deed}`
}

/** The values before or after, in words; null if there are none, and for an export, whose sentence has them. */
export const describeAuditValues = (values: AuditValues): string | null =>
  values && Object.keys(values).length > 0 && !('what' in values)
    ? Object.entries(values)
        .map(([name, value]) => describeValue(name, value))
        .join(', ')
    : null

const isKnown = (action: string): action is AuditAction => Object.hasOwn(DEEDS, action)

const personOf = ({ record, records }: Told) =>
  records === undefined
    ? (record?.name ?? ERASED)
    : `${records} ${AUDIT_RECORD_LABELS[record?.type ?? 'user'].toLowerCase()}`

const hallOf = (values: AuditValues) => `the hall “${values?.name}”`

const bloodRequestOf = ({ record }: Told) =>
  record?.name ? `the blood request for ${record.name}` : 'a blood request that was deleted later'

function donationDeed({ before, after }: Told) {
  if (!before) return 'added a donation'
  if (!after) return 'removed a donation'
  return `changed ${before.component === after.component ? 'the date of' : 'what was given at'} a donation`
}

/** What was exported, as one and as several. */
const EXPORTED: Readonly<Record<string, readonly [string, string]>> = {
  donors: ['donor', 'donors'],
  'blood-requests': ['blood request', 'blood requests'],
  users: ['user', 'users'],
  'kept-donors': ['donor without an account', 'donors without an account'],
  'audit-entries': ['entry of the audit log', 'entries of the audit log'],
}

function exportedRecords(after: AuditValues) {
  const [one, several] = EXPORTED[String(after?.what)] ?? ['record', 'records']
  return after?.records === 1 ? `1 ${one}` : `${after?.records ?? 'some'} ${several}`
}

type Value = string | number | boolean

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  isVerified: VERIFICATION_LABELS,
  isProfileActive: PROFILE_LABELS,
  status: STATUS_LABELS,
  reason: { ...REMOVAL_REASON_LABELS, ...DECISION_REASON_LABELS },
  decision: DECISION_LABELS,
  role: { admin: 'Admin', user: 'User' },
  component: DONATED_COMPONENT_LABELS,
  isOfAllHalls: { true: 'All halls', false: 'One hall' },
  textMessages: { true: 'On', false: 'Off' },
  liftsStop: { true: 'Agreed again' },
}

function describeValue(name: string, value: Value): string {
  if (name === 'reports') return value === 1 ? '1 report' : `${value} reports`
  if (name === 'donatedOn' || name === 'until') return formatCalendarDate(String(value))
  return LABELS[name]?.[String(value)] ?? String(value)
}
