import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Day, Id } from '../forms.ts'
import { countedPage, listingQuery, PAGE_FIELDS } from '../listing.ts'

/** What a record of an entry is. A user's donations are recorded for the user. */
export const AuditRecordType = z.enum(['user', 'donor', 'blood-request'])
export type AuditRecordType = z.infer<typeof AuditRecordType>

export const AUDIT_RECORD_LABELS: Record<AuditRecordType, string> = {
  user: 'Users',
  donor: 'Donors',
  'blood-request': 'Blood requests',
}

export const AuditAction = z.enum([
  'role-changed',
  'suspended',
  'suspension-lifted',
  'second-account-allowed',
  'coordinator-named',
  'coordinator-ended',
  'donor-verified',
  'donor-activated',
  'blood-request-closed',
  'blood-request-deleted',
  'blood-request-found-real',
  'donation-changed',
  'number-revealed',
  'exported',
  'reports-decided',
  'report-dismissed',
  'text-messages-changed',
  'hall-added',
  'hall-renamed',
  'hall-deleted',
  'kept-donor-added',
  'kept-donor-corrected',
  'kept-donor-stopped',
  'donor-called',
])
export type AuditAction = z.infer<typeof AuditAction>

/** The actions as filters name them, and what their records can be; an export has no single record. */
export const AUDIT_ACTIONS: Record<AuditAction, { label: string; records: readonly AuditRecordType[] }> = {
  'role-changed': { label: 'Changed a role', records: ['user'] },
  suspended: { label: 'Suspended a user', records: ['user'] },
  'suspension-lifted': { label: 'Lifted a suspension', records: ['user'] },
  'second-account-allowed': { label: 'Allowed a second account', records: ['user'] },
  'coordinator-named': { label: 'Named a coordinator', records: ['user'] },
  'coordinator-ended': { label: 'Ended a coordinator', records: ['user'] },
  'donor-verified': { label: 'Verified or unverified a donor', records: ['donor'] },
  'donor-activated': { label: 'Activated or deactivated a donor', records: ['donor'] },
  'blood-request-closed': { label: 'Closed a blood request', records: ['blood-request'] },
  'blood-request-deleted': { label: 'Deleted a blood request', records: ['blood-request'] },
  'blood-request-found-real': { label: 'Found a blood request real', records: ['blood-request'] },
  'donation-changed': { label: 'Changed a donation', records: ['user'] },
  'number-revealed': { label: 'Looked up a phone number', records: ['donor'] },
  exported: { label: 'Exported records', records: [] },
  'reports-decided': { label: 'Decided about reports', records: ['blood-request', 'user'] },
  'report-dismissed': { label: 'Ignored a report', records: ['user'] },
  'text-messages-changed': { label: 'Turned text messages on or off', records: ['user'] },
  'hall-added': { label: 'Added a hall', records: [] },
  'hall-renamed': { label: 'Renamed a hall', records: [] },
  'hall-deleted': { label: 'Deleted a hall', records: [] },
  'kept-donor-added': { label: 'Added a donor to call', records: [] },
  'kept-donor-corrected': { label: 'Corrected a donor to call', records: [] },
  'kept-donor-stopped': { label: 'Erased a donor to call', records: [] },
  'donor-called': { label: 'Called a donor', records: [] },
}

const AuditValues = z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
export type AuditValues = z.infer<typeof AuditValues>

/** One entry of the audit log. Names are looked up now: the log itself contains ids only. */
export const AuditEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** `name` and `email` are null after the account was erased, `name` alone without a donor profile. */
  actor: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** An action of a later version is shown by its name. */
  action: z.string(),
  /** `name` is null after the record was deleted. */
  record: z.nullable(z.object({ type: AuditRecordType, id: Id, name: z.nullable(z.string()) })),
  before: AuditValues,
  after: AuditValues,
  /** The note of a suspension, for as long as it lasts. */
  note: z.nullable(z.string()),
  /** Of an act on several records, how many: the entry stands for all of them. */
  records: z.optional(z.int()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AUDIT_SORTS = ['at'] as const

/**
 * `search` finds entries by the name or email of the actor. Days are in the site's time zone, both included. `act` is one
 * entry of an act on several records: it finds all of them, which are one entry of a list without `act` and `record`.
 */
export const AuditListing = z.strictObject({
  ...listingQuery(AUDIT_SORTS),
  actor: z.optional(Id),
  action: z.optional(AuditAction),
  type: z.optional(AuditRecordType),
  record: z.optional(Id),
  act: z.optional(Id),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type AuditListing = z.output<typeof AuditListing>

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit-entries',
  access: 'admin',
  summary: 'What admins did, newest first unless sorted otherwise.',
  query: AuditListing,
  reply: { status: 200, body: countedPage(AuditEntry) },
})

export const exportAuditEntries = endpoint({
  method: 'POST',
  path: '/api/admin/audit-entries/exports',
  access: 'admin',
  needsRecentPassword: true,
  summary: 'All entries that match, as CSV; the audit log records the export.',
  query: z.omit(AuditListing, PAGE_FIELDS),
  reply: {
    status: 200,
    csv: [
      'Time',
      'Time (UTC)',
      'Actor',
      'Actor Email',
      'What Happened',
      'Before',
      'After',
      'Note',
      'Action',
      'Actor ID',
      'Record Type',
      'Record ID',
    ],
  },
})
