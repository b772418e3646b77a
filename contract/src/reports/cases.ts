import * as z from 'zod/mini'
import { BloodRequestStatus } from '../blood-requests/endpoints.ts'
import { BloodGroup, Component } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, optionalText } from '../forms.ts'
import { countedPage, pageQuery } from '../listing.ts'
import { SuspensionReason } from '../users/administration.ts'
import {
  CaseDecision,
  ClearingReason,
  DecisionReason,
  DismissalReason,
  OwnReport,
  ReportKind,
  ReportSubject,
  UpholdingReason,
} from './endpoints.ts'

/** The reports about one blood request, or about one person, on which an admin decides together. */
export const ReportCase = z.object({
  id: Id,
  subject: ReportSubject,
  openedAt: z.iso.datetime(),
  /** The reports that are not dismissed, and how many there are of each kind. */
  reports: z.int(),
  kinds: z.array(z.object({ kind: ReportKind, reports: z.int() })),
  /** What the last of the reporters wrote; null for an admin whom the case is about. */
  latestText: z.nullable(z.string()),
  requiredBloodGroup: z.nullable(BloodGroup),
  /** What the request asks for; blood for a person. */
  component: Component,
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

export const listReportCases = endpoint({
  method: 'GET',
  path: '/api/admin/report-cases',
  access: 'admin',
  summary:
    'What was reported: the cases that wait, the longest waiting first, or the handled ones, the latest first.',
  query: z.strictObject({
    ...pageQuery,
    state: z._default(z.enum(['waiting', 'handled']), 'waiting'),
    subject: z.optional(ReportSubject),
  }),
  reply: { status: 200, body: countedPage(ReportCase) },
})

/** A report as admins see it. */
export const ReportRecord = z.object({
  id: Id,
  ...OwnReport.shape,
  dismissedAt: z.nullable(z.iso.datetime()),
  /** Whether it counts towards hiding the request and stopping the person. */
  countsByItself: z.boolean(),
  /** Null after the account was erased. `dismissed`: how many of the person's reports admins have dismissed. */
  reporter: z.nullable(z.object({ id: Id, email: z.string(), dismissed: z.int() })),
})
export type ReportRecord = z.infer<typeof ReportRecord>

export const readReportCase = endpoint({
  method: 'GET',
  path: '/api/admin/report-cases/:id',
  access: 'admin',
  summary: 'A case as it is now, with the decision of an admin.',
  params: IdParams,
  reply: { status: 200, body: ReportCase },
  refusals: ['report-case-not-found'],
})

export const listReportsOfCase = endpoint({
  method: 'GET',
  path: '/api/admin/report-cases/:id/reports',
  access: 'admin',
  summary: 'The reports of a case, the latest first; not for an admin whom they are about.',
  params: IdParams,
  query: z.strictObject(pageQuery),
  reply: { status: 200, body: countedPage(ReportRecord) },
  refusals: ['report-case-not-found', 'own-report-case'],
})

export const listNotesOfCase = endpoint({
  method: 'GET',
  path: '/api/admin/report-cases/:id/notes',
  access: 'admin',
  summary:
    'What admins wrote when they decided about a case, the latest first; not for an admin whom it is about.',
  params: IdParams,
  reply: {
    status: 200,
    body: z.object({ notes: z.array(z.object({ text: z.string(), writtenAt: z.iso.datetime() })) }),
  },
  refusals: ['report-case-not-found', 'own-report-case'],
})

const note = optionalText('Note', 500)

/** `reports` is how many the admin has seen: another one that arrives meanwhile is not decided unread. */
const decisionForm = <Reason extends z.ZodMiniType>(reason: Reason) =>
  z.strictObject({ reason, note, reports: z.int('The number of reports is missing.') })

/** The choice before the form of a decision. */
export const DecisionChoice = z.object({
  decision: z.enum(['cleared', 'upheld', 'suspended'], 'Please select what you decide.'),
})
export type DecisionChoice = z.infer<typeof DecisionChoice>

/**
 * What the decisions of an admin have in common: each returns the case as it is then. An admin decides about themselves only
 * if there is no other.
 */
const DECISION = {
  method: 'POST',
  access: 'admin',
  params: IdParams,
  reply: { status: 200, body: ReportCase },
  refusals: ['report-case-not-found', 'own-case-not-decided', 'reports-already-decided', 'reports-changed'],
} as const

export const clearReportCase = endpoint({
  ...DECISION,
  path: '/api/admin/report-cases/:id/clearing',
  summary: 'Decide that nothing is wrong: a hidden request is shown again, and reports no longer hide it.',
  body: decisionForm(ClearingReason),
})

export const upholdReportCase = endpoint({
  ...DECISION,
  path: '/api/admin/report-cases/:id/upholding',
  summary: 'Decide that the reports are right: an active request is closed as cancelled.',
  body: decisionForm(UpholdingReason),
})

export const suspendReportedPerson = endpoint({
  ...DECISION,
  path: '/api/admin/report-cases/:id/suspension',
  needsRecentPassword: true,
  summary:
    'Suspend the reported person: every waiting case about them is decided, and its request is closed.',
  body: decisionForm(SuspensionReason),
  refusals: [...DECISION.refusals, 'user-not-found', 'admin-not-suspended', 'already-suspended'],
})

export const dismissReport = endpoint({
  ...DECISION,
  path: '/api/admin/reports/:id/dismissal',
  summary: 'Dismiss one report: it no longer counts. The case is decided when none is left.',
  body: z.strictObject({ reason: DismissalReason, note }),
  refusals: ['report-not-found', 'own-case-not-decided', 'reports-already-decided'],
})
