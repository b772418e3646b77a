import type { DecisionChoice, ReportCase } from '@blood-bank/contract/reports/cases'
import * as cases from '@blood-bank/contract/reports/cases'
import {
  CLEARING_REASON_LABELS,
  type ReportKind,
  UPHOLDING_REASON_LABELS,
} from '@blood-bank/contract/reports/reasons'
import { SUSPENSION_REASON_LABELS, type SuspensionReason } from '@blood-bank/contract/users/endpoints'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'

/** A decision of an admin about a case: how it is offered, what follows from it, and how it is sent. */
export type Decision = {
  labelOf: (reported: ReportCase) => string
  consequenceOf: (reported: ReportCase) => string
  /** The reason that the most reports suggest. */
  suggestedReason: (kind: ReportKind) => string
  /** The message of a success. */
  done: string
  schema: z.ZodMiniType
  reasons: Readonly<Record<string, string>>
  send: (id: string, body: never) => Promise<ReportCase>
}

const isActive = ({ bloodRequest }: ReportCase) => bloodRequest?.status === 'active'

const SUSPENSION_REASONS: Record<ReportKind, SuspensionReason> = {
  'asked-for-money': 'asking-for-money',
  'not-real': 'false-requests',
  harassment: 'harassment',
  other: 'other',
}

type Body<E extends { body: z.ZodMiniType }> = z.output<E['body']>

export const DECISIONS: Record<DecisionChoice['decision'], Decision> = {
  cleared: {
    labelOf: reported => (isActive(reported) ? 'Keep the request' : 'The reports are wrong'),
    consequenceOf: reported =>
      isActive(reported)
        ? 'Members see the request, and further reports no longer hide it.'
        : 'The reports no longer count against the person.',
    suggestedReason: () => 'nothing-wrong',
    done: 'The reports are cleared.',
    schema: cases.clearReportCase.body,
    reasons: CLEARING_REASON_LABELS,
    send: (id, body: Body<typeof cases.clearReportCase>) =>
      call(cases.clearReportCase, { params: { id }, body }),
  },
  upheld: {
    labelOf: reported => (isActive(reported) ? 'Remove the request' : 'The reports are right'),
    consequenceOf: reported =>
      isActive(reported)
        ? "The request is cancelled, its owner gets an email with the reason, and donors are told that they aren't needed."
        : 'The reports are marked as right. Nothing else changes.',
    suggestedReason: kind => kind,
    done: 'The reports are marked as right.',
    schema: cases.upholdReportCase.body,
    reasons: UPHOLDING_REASON_LABELS,
    send: (id, body: Body<typeof cases.upholdReportCase>) =>
      call(cases.upholdReportCase, { params: { id }, body }),
  },
  suspended: {
    labelOf: reported =>
      `${isActive(reported) ? 'Remove it' : 'They are right'}, and suspend ${reported.person?.email}`,
    consequenceOf: () =>
      'The person is signed out at once, and members see nothing of them. All waiting reports about them are marked as right, and reported requests are closed. You can lift the suspension under Manage Users.',
    suggestedReason: kind => SUSPENSION_REASONS[kind],
    done: 'The person is suspended.',
    schema: cases.suspendReportedPerson.body,
    reasons: SUSPENSION_REASON_LABELS,
    send: (id, body: Body<typeof cases.suspendReportedPerson>) =>
      call(cases.suspendReportedPerson, { params: { id }, body }),
  },
}
