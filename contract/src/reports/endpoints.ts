import * as z from 'zod/mini'
import { BloodGroup, Component } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { IdParams, optionalText } from '../forms.ts'
import { SUSPENSION_REASON_LABELS } from '../users/administration.ts'

/** The choice between the keys of labels. */
const choiceOf = <Choice extends string>(labels: Readonly<Record<Choice, string>>, error?: string) =>
  z.enum(Object.keys(labels) as Choice[], error)

const NO_REASON = 'Please select a reason.'

/** What a member reports. */
export const REPORT_KIND_LABELS = {
  'asked-for-money': 'Asked me for money',
  'not-real': 'Not real',
  harassment: 'Harassment',
  other: 'Something else',
}
export const ReportKind = choiceOf(REPORT_KIND_LABELS, 'Please select what is wrong.')
export type ReportKind = z.infer<typeof ReportKind>

/** What is reported: a blood request, or a person through an offer. */
export const ReportSubject = z.enum(['blood-request', 'person'])
export type ReportSubject = z.infer<typeof ReportSubject>

/** What admins decided about a case: `dismissed` if they dismissed each of its reports. */
export const DECISION_LABELS = {
  cleared: 'Cleared',
  upheld: 'Upheld',
  suspended: 'Suspended',
  dismissed: 'Ignored',
}
export const CaseDecision = choiceOf(DECISION_LABELS)
export type CaseDecision = z.infer<typeof CaseDecision>

export const CLEARING_REASON_LABELS = {
  'nothing-wrong': 'Nothing is wrong',
  misunderstanding: 'A misunderstanding',
  other: 'Other',
}
export const ClearingReason = choiceOf(CLEARING_REASON_LABELS, NO_REASON)

export const UPHOLDING_REASON_LABELS = {
  'asked-for-money': 'Asked for money',
  'not-real': 'Not real',
  harassment: 'Harassment',
  other: 'Other',
}
export const UpholdingReason = choiceOf(UPHOLDING_REASON_LABELS, NO_REASON)

export const DISMISSAL_REASON_LABELS = {
  malicious: 'Made in bad faith',
  mistaken: 'Made by mistake',
  other: 'Other',
}
export const DismissalReason = choiceOf(DISMISSAL_REASON_LABELS, NO_REASON)
export type DismissalReason = z.infer<typeof DismissalReason>

/** Every reason that an admin can give, as the audit names it. */
export const DECISION_REASON_LABELS = {
  ...CLEARING_REASON_LABELS,
  ...UPHOLDING_REASON_LABELS,
  ...DISMISSAL_REASON_LABELS,
  ...SUSPENSION_REASON_LABELS,
}
export const DecisionReason = choiceOf(DECISION_REASON_LABELS)
export type DecisionReason = z.infer<typeof DecisionReason>

/** So many different members hide a request, and stop a person from posting, until an admin decides. */
export const REPORTS_TO_ACT = 3

/**
 * So many days after its email was verified, and only with a donor profile, an offer or a request, the reports of an account
 * count towards that: invented accounts would have to wait longer than a request is open, and to show themselves before.
 */
export const COUNTING_ACCOUNT_DAYS = 7

/** A report as the member who made it sees it. */
export const OwnReport = z.object({
  kind: ReportKind,
  text: z.nullable(z.string()),
  reportedAt: z.iso.datetime(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** The reports about oneself, without anything about whoever reported. */
export const CaseAboutMe = z.object({
  subject: ReportSubject,
  requiredBloodGroup: z.nullable(BloodGroup),
  /** What the request asks for; blood for a person. */
  component: Component,
  /** The day of the first report. */
  openedOn: z.iso.date(),
  decision: z.nullable(CaseDecision),
  reason: z.nullable(DecisionReason),
  decidedAt: z.nullable(z.iso.datetime()),
})
export type CaseAboutMe = z.infer<typeof CaseAboutMe>

const NO_TEXT = 'Please write what happened.'

export const ReportForm = z
  .strictObject({ kind: ReportKind, text: optionalText('What happened', 1000) })
  .check(z.refine(({ kind, text }) => kind !== 'other' || text !== null, { error: NO_TEXT, path: ['text'] }))
export type ReportForm = z.infer<typeof ReportForm>

const REPORTING = {
  method: 'POST',
  access: 'email-verified',
  signedOutMessage: 'You must be logged in to report.',
  unverifiedMessage:
    'Please verify your email address before you report. Check your inbox for a verification link.',
  params: IdParams,
  body: ReportForm,
  reply: { status: 201, body: OwnReport },
} as const

const REPORT_REFUSALS = ['already-reported', 'account-too-new', 'too-many-reports'] as const

export const reportBloodRequest = endpoint({
  ...REPORTING,
  path: '/api/blood-requests/:id/reports',
  summary: 'Report a blood request to the admins. Its owner never learns who reported it.',
  refusals: ['blood-request-not-found', 'own-report', ...REPORT_REFUSALS],
})

export const reportOffer = endpoint({
  ...REPORTING,
  path: '/api/offers/:id/reports',
  summary:
    'Report the other side of an offer to the admins: the donor, or the member who posted the request.',
  refusals: ['offer-not-found', ...REPORT_REFUSALS],
})

/** The message of `account-too-new`. `from` is the day on which the person can report. */
export const accountTooNewMessage = (from: string, days: number) =>
  `You can report from ${from}, ${days === 1 ? 'a day' : `${days} days`} after you registered. If it cannot wait, please contact the administrators.`

/** The message of `too-many-reports`. `until` is when the person can report again. */
export const tooManyReportsMessage = (limit: number, until: string) =>
  `You have made ${limit === 1 ? 'a report' : `${limit} reports`} in the last 24 hours. You can report again at ${until}.`
