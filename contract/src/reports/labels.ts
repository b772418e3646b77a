import { SUSPENSION_REASON_LABELS } from '../users/endpoints.ts'
import type {
  CaseDecision,
  ClearingReason,
  DismissalReason,
  ReportKind,
  UpholdingReason,
} from './own-reports.ts'

export const REPORT_KIND_LABELS: Record<ReportKind, string> = {
  'asked-for-money': 'Asked me for money',
  'not-real': 'Not real',
  harassment: 'Harassment',
  other: 'Something else',
}

export const DECISION_LABELS: Record<CaseDecision, string> = {
  cleared: 'Cleared',
  upheld: 'Upheld',
  suspended: 'Suspended',
  dismissed: 'Dismissed',
}

export const CLEARING_REASON_LABELS: Record<ClearingReason, string> = {
  'nothing-wrong': 'Nothing is wrong',
  misunderstanding: 'A misunderstanding',
  other: 'Other',
}

export const UPHOLDING_REASON_LABELS: Record<UpholdingReason, string> = {
  'asked-for-money': 'Asked for money',
  'not-real': 'Not real',
  harassment: 'Harassment',
  other: 'Other',
}

export const DISMISSAL_REASON_LABELS: Record<DismissalReason, string> = {
  malicious: 'Made in bad faith',
  mistaken: 'Made by mistake',
  other: 'Other',
}

/** The label of every reason. */
export const DECISION_REASON_LABELS: Readonly<Record<string, string>> = {
  ...CLEARING_REASON_LABELS,
  ...UPHOLDING_REASON_LABELS,
  ...DISMISSAL_REASON_LABELS,
  ...SUSPENSION_REASON_LABELS,
}
