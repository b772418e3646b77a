import type { DecisionChoice, ReportCase } from '@blood-bank/contract/reports/cases'
import * as cases from '@blood-bank/contract/reports/cases'
import {
  CLEARING_REASON_LABELS,
  type ReportKind,
  UPHOLDING_REASON_LABELS,
} from '@blood-bank/contract/reports/endpoints'
import { SUSPENSION_REASON_LABELS, type SuspensionReason } from '@blood-bank/contract/users/endpoints'

/** A decision of an admin about a case: how it is offered, what follows from it, and where it is sent. */
type Decision = {
  labelOf: (reported: ReportCase) => string
  consequenceOf: (reported: ReportCase) => string
  /** The reason that the most reports suggest. */
  suggestedReason: (kind: ReportKind) => string
  /** The message of a success. */
  done: string
  endpoint: typeof cases.clearReportCase | typeof cases.upholdReportCase | typeof cases.suspendReportedPerson
  reasons: Readonly<Record<string, string>>
}

const isActive = ({ bloodRequest }: ReportCase) => bloodRequest?.status === 'active'

const SUSPENSION_REASONS: Record<ReportKind, SuspensionReason> = {
  'asked-for-money': 'asking-for-money',
  'not-real': 'false-requests',
  harassment: 'harassment',
  other: 'other',
}

export const DECISIONS: Record<DecisionChoice['decision'], Decision> = {
  cleared: {
    labelOf: reported => (isActive(reported) ? 'Keep the request' : 'The reports are wrong'),
    consequenceOf: reported =>
      isActive(reported)
        ? 'Members see the request, and further reports no longer hide it.'
        : 'The reports no longer count against the person.',
    suggestedReason: () => 'nothing-wrong',
    done: 'The reports are cleared.',
    endpoint: cases.clearReportCase,
    reasons: CLEARING_REASON_LABELS,
  },
  upheld: {
    labelOf: reported => (isActive(reported) ? 'Remove the request' : 'The reports are right'),
    consequenceOf: reported =>
      isActive(reported)
        ? "The request is cancelled, its owner gets an email with the reason, and donors are told that they aren't needed."
        : 'The reports are marked as right. Nothing else changes.',
    suggestedReason: kind => kind,
    done: 'The reports are marked as right.',
    endpoint: cases.upholdReportCase,
    reasons: UPHOLDING_REASON_LABELS,
  },
  suspended: {
    labelOf: reported =>
      `${isActive(reported) ? 'Remove it' : 'They are right'}, and suspend ${reported.person?.email}`,
    consequenceOf: () =>
      'The person is signed out at once, and members see nothing of them. All waiting reports about them are marked as right, and reported requests are closed. You can lift the suspension under Manage Users.',
    suggestedReason: kind => SUSPENSION_REASONS[kind],
    done: 'The person is suspended.',
    endpoint: cases.suspendReportedPerson,
    reasons: SUSPENSION_REASON_LABELS,
  },
}
