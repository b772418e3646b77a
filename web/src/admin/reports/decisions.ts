import type { ReportCase } from '@blood-bank/contract/reports/cases'
import * as cases from '@blood-bank/contract/reports/cases'
import { CLEARING_REASON_LABELS, UPHOLDING_REASON_LABELS } from '@blood-bank/contract/reports/reasons'
import { SUSPENSION_REASON_LABELS } from '@blood-bank/contract/users/endpoints'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'

/** A decision of an admin about a case: how it is offered, what follows from it, and how it is sent. */
export type Decision<S extends z.ZodMiniType> = {
  labelOf: (reported: ReportCase) => string
  consequenceOf: (reported: ReportCase) => string
  /** The message of a success. */
  done: string
  schema: S
  reasons: Readonly<Record<string, string>>
  send: (id: string, body: z.output<S>) => Promise<ReportCase>
}

const isActive = ({ bloodRequest }: ReportCase) => bloodRequest?.status === 'active'

export const CLEARING: Decision<typeof cases.clearReportCase.body> = {
  labelOf: () => 'Nothing is wrong',
  consequenceOf: reported =>
    isActive(reported)
      ? 'Members see the request, and further reports no longer hide it.'
      : 'The reports no longer count against the person.',
  done: 'The reports are cleared.',
  schema: cases.clearReportCase.body,
  reasons: CLEARING_REASON_LABELS,
  send: (id, body) => call(cases.clearReportCase, { params: { id }, body }),
}

export const UPHOLDING: Decision<typeof cases.upholdReportCase.body> = {
  labelOf: reported => (isActive(reported) ? 'Close request' : 'Reports are right'),
  consequenceOf: reported =>
    isActive(reported)
      ? "The request is cancelled, its owner gets an email with the reason, and donors are told that they aren't needed."
      : 'The reports are marked as right. If the person must not go on, suspend them instead.',
  done: 'The reports are marked as right.',
  schema: cases.upholdReportCase.body,
  reasons: UPHOLDING_REASON_LABELS,
  send: (id, body) => call(cases.upholdReportCase, { params: { id }, body }),
}

export const SUSPENDING: Decision<typeof cases.suspendReportedPerson.body> = {
  labelOf: () => 'Suspend person',
  consequenceOf: () =>
    "They're signed out at once, and members see nothing of them. All waiting reports about them are marked as right, and reported requests are closed. You can lift the suspension under Manage Users.",
  done: 'The person is suspended.',
  schema: cases.suspendReportedPerson.body,
  reasons: SUSPENSION_REASON_LABELS,
  send: (id, body) => call(cases.suspendReportedPerson, { params: { id }, body }),
}
