import * as z from 'zod/mini'
import { SUSPENSION_REASON_LABELS } from '../users/endpoints.ts'

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
