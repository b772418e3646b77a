import { REPORTS_TO_ACT } from '@blood-bank/contract/reports'
import { countReportsOfCase, findReport } from '../../features/reports/queries.ts'
import { insertText, setDismissed } from '../../features/reports/store.ts'
import type { ReportCaseRow } from '../../features/reports/tables.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { lockReferencedUser } from '../../identity/users/store.ts'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/refuse.ts'
import { allowPosting, type Deciding, lockWaitingCase, settleCase, showAgain } from './deciding.ts'

/**
 * Dismisses one report: it counts no longer, so that a request with too few reports is shown again. When no report is left,
 * the case is decided. Pass a transaction.
 * @throws Refusal report-not-found, report-case-not-found, reports-already-decided
 */
export async function dismiss(db: Database, reportId: string, deciding: Deciding): Promise<ReportCaseRow> {
  const { actor, reason, note, now } = deciding
  const report = await findReport(db, reportId)
  if (!report) throw refuse('report-not-found')
  if (report.reporterId !== null) await lockReferencedUser(db, report.reporterId)
  const locked = await lockWaitingCase(db, report.caseId, actor)
  if (!(await setDismissed(db, reportId, now))) throw refuse('reports-already-decided')
  await insertText(db, {
    ...{ caseId: report.caseId, reportId, isNote: true, text: note, writtenAt: now },
    ...{ authorId: actor.id, aboutId: report.reporterId },
  })
  await recordAction(db, {
    ...{ actorId: actor.id, action: 'report-dismissed', targetId: report.reporterId },
    ...{ before: null, after: { reason } },
  })
  const left = await countReportsOfCase(db, report.caseId)
  if (left === 0) return settleCase(db, locked, 'dismissed', { ...deciding, note: null })
  const { person, bloodRequest } = locked
  const isShownAgain = bloodRequest !== null && left < REPORTS_TO_ACT && (await showAgain(db, bloodRequest))
  if (person) await allowPosting(db, person, { isNotified: !isShownAgain })
  return locked.waiting
}
