import * as z from 'zod/mini'
import { BloodGroup } from '../donors/blood-groups.ts'
import { SuspensionReason } from '../users/endpoints.ts'

/** What a member reports. */
export const ReportKind = z.enum(
  ['asked-for-money', 'not-real', 'harassment', 'other'],
  'Please select what is wrong.',
)
export type ReportKind = z.infer<typeof ReportKind>

/** A report as the member who made it sees it. */
export const OwnReport = z.object({
  kind: ReportKind,
  text: z.nullable(z.string()),
  reportedAt: z.iso.datetime(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** What is reported: a blood request, or a person through an offer. */
export const ReportSubject = z.enum(['blood-request', 'person'])
export type ReportSubject = z.infer<typeof ReportSubject>

/** What admins decided about a case: `dismissed` if they dismissed each of its reports. */
export const CaseDecision = z.enum(['cleared', 'upheld', 'suspended', 'dismissed'])
export type CaseDecision = z.infer<typeof CaseDecision>

export const ClearingReason = z.enum(
  ['nothing-wrong', 'misunderstanding', 'other'],
  'Please select a reason.',
)
export type ClearingReason = z.infer<typeof ClearingReason>

export const UpholdingReason = z.enum(
  ['asked-for-money', 'not-real', 'harassment', 'other'],
  'Please select a reason.',
)
export type UpholdingReason = z.infer<typeof UpholdingReason>

export const DismissalReason = z.enum(['malicious', 'mistaken', 'other'], 'Please select a reason.')
export type DismissalReason = z.infer<typeof DismissalReason>

/** Every reason that an admin can give, as the audit names it. */
export const DecisionReason = z.enum([
  ...new Set([
    ...ClearingReason.options,
    ...UpholdingReason.options,
    ...DismissalReason.options,
    ...SuspensionReason.options,
  ]),
])
export type DecisionReason = z.infer<typeof DecisionReason>

/** The reports about oneself, without anything about whoever reported. */
export const CaseAboutMe = z.object({
  subject: ReportSubject,
  requiredBloodGroup: z.nullable(BloodGroup),
  /** The day of the first report. */
  openedOn: z.iso.date(),
  decision: z.nullable(CaseDecision),
  reason: z.nullable(DecisionReason),
  decidedAt: z.nullable(z.iso.datetime()),
})
export type CaseAboutMe = z.infer<typeof CaseAboutMe>
