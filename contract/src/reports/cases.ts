import * as z from 'zod/mini'
import { BloodRequestStatus } from '../blood-requests/endpoints.ts'
import { BloodGroup } from '../donors/blood-groups.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, optionalText } from '../forms.ts'
import { countedPage, pageQuery } from '../paging.ts'
import { SuspensionReason } from '../users/endpoints.ts'
import {
  CaseDecision,
  ClearingReason,
  DecisionReason,
  DismissalReason,
  ReportKind,
  ReportSubject,
  UpholdingReason,
} from './own-reports.ts'

/** The reports about one blood request, or about one person, on which an admin decides together. */
export const ReportCase = z.object({
  id: Id,
  subject: ReportSubject,
  openedAt: z.iso.datetime(),
  lastReportedAt: z.iso.datetime(),
  /** The reports that are not dismissed, and how many there are of each kind. */
  reports: z.int(),
  kinds: z.array(z.object({ kind: ReportKind, reports: z.int() })),
  /** What the last of the reporters wrote. */
  latestText: z.nullable(z.string()),
  requiredBloodGroup: z.nullable(BloodGroup),
  /** Null for a person, and after the request was deleted. */
  bloodRequest: z.nullable(
    z.object({
      id: Id,
      status: BloodRequestStatus,
      patientName: z.string(),
      hospitalName: z.string(),
      additionalInfo: z.nullable(z.string()),
      hiddenAt: z.nullable(z.iso.datetime()),
      /** Whether enough members have reported it to hide it, but a donor whom the club trusts has offered. */
      isMarked: z.boolean(),
    }),
  ),
  /** Whoever posted the request, or the reported person; null after their account was erased. */
  person: z.nullable(
    z.object({ id: Id, email: z.string(), isSuspended: z.boolean(), isPostingStopped: z.boolean() }),
  ),
  /** Null while the case waits for an admin. */
  decision: z.nullable(
    z.object({
      decision: CaseDecision,
      reason: DecisionReason,
      decidedAt: z.iso.datetime(),
    }),
  ),
})
export type ReportCase = z.infer<typeof ReportCase>

export const CaseState = z.enum(['waiting', 'handled'])
export type CaseState = z.infer<typeof CaseState>

export const listReportCases = endpoint({
  method: 'GET',
  path: '/api/admin/report-cases',
  access: 'admin',
  summary:
    'What was reported: the cases that wait, the longest waiting first, or the handled ones, the latest first.',
  query: z.strictObject({
    ...pageQuery,
    state: z._default(CaseState, 'waiting'),
    subject: z.optional(ReportSubject),
  }),
  reply: { status: 200, body: countedPage(ReportCase) },
})

/** A report as admins see it. */
export const ReportRecord = z.object({
  id: Id,
  kind: ReportKind,
  text: z.nullable(z.string()),
  reportedAt: z.iso.datetime(),
  dismissedAt: z.nullable(z.iso.datetime()),
  /** Whether it counts towards hiding the request and stopping the person. */
  countsByItself: z.boolean(),
  /** Null after the account was erased. `dismissed`: how many of the person's reports admins have dismissed. */
  reporter: z.nullable(z.object({ id: Id, email: z.string(), dismissed: z.int() })),
})
export type ReportRecord = z.infer<typeof ReportRecord>

/** A text that an admin wrote when deciding. */
export const AdminNote = z.object({ text: z.string(), writtenAt: z.iso.datetime() })

export const listReportsOfCase = endpoint({
  method: 'GET',
  path: '/api/admin/report-cases/:id/reports',
  access: 'admin',
  summary: 'The reports of a case, the latest first.',
  params: IdParams,
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(ReportRecord) },
  refusals: ['report-case-not-found'],
})

export const listNotesOfCase = endpoint({
  method: 'GET',
  path: '/api/admin/report-cases/:id/notes',
  access: 'admin',
  summary: 'What admins wrote when they decided about a case, the latest first.',
  params: IdParams,
  reply: { status: 200, body: z.object({ notes: z.array(AdminNote) }) },
  refusals: ['report-case-not-found'],
})

const DECISION_REFUSALS = ['report-case-not-found', 'reports-already-decided', 'reports-changed'] as const

const note = optionalText('Note', 500)
/** How many reports the admin has seen: another one that arrives meanwhile is not decided unread. */
const reports = z.int('The number of reports is missing.')

export const ClearingForm = z.strictObject({ reason: ClearingReason, note, reports })
export const UpholdingForm = z.strictObject({ reason: UpholdingReason, note, reports })
export const CaseSuspensionForm = z.strictObject({ reason: SuspensionReason, note, reports })
export const DismissalForm = z.strictObject({ reason: DismissalReason, note })

/** What the decisions of an admin have in common: each returns the case as it is then. */
const DECISION = {
  method: 'POST',
  access: 'admin',
  params: IdParams,
  reply: { status: 200, body: ReportCase },
} as const

export const clearReportCase = endpoint({
  ...DECISION,
  path: '/api/admin/report-cases/:id/clearing',
  summary: 'Decide that nothing is wrong: a hidden request is shown again, and reports no longer hide it.',
  body: ClearingForm,
  refusals: DECISION_REFUSALS,
})

export const upholdReportCase = endpoint({
  ...DECISION,
  path: '/api/admin/report-cases/:id/upholding',
  summary: 'Decide that the reports are right: an active request is closed as cancelled.',
  body: UpholdingForm,
  refusals: DECISION_REFUSALS,
})

export const suspendReportedPerson = endpoint({
  ...DECISION,
  path: '/api/admin/report-cases/:id/suspension',
  needsRecentPassword: true,
  summary:
    'Suspend the reported person: every waiting case about them is decided, and its request is closed.',
  body: CaseSuspensionForm,
  refusals: [...DECISION_REFUSALS, 'user-not-found', 'admin-not-suspended', 'already-suspended'],
})

export const dismissReport = endpoint({
  ...DECISION,
  path: '/api/admin/reports/:id/dismissal',
  summary: 'Dismiss one report: it no longer counts. The case is decided when none is left.',
  body: DismissalForm,
  refusals: ['report-not-found', 'reports-already-decided'],
})
