import { REPORTS_TO_ACT } from '@blood-bank/contract/reports/endpoints'
import type { DismissalReason } from '@blood-bank/contract/reports/own-reports'
import type { User } from '@blood-bank/contract/users/endpoints'
import { recordAction } from '../../identity/audit/record-action.ts'
import { lockReferencedUser } from '../../identity/users/store.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { Refusal, refuse } from '../../platform/refuse.ts'
import {
  allowPosting,
  type Deciding,
  type LockedCase,
  lockWaitingCase,
  settleCase,
  showAgain,
} from './deciding.ts'
import {
  countReportersInCase,
  countReportsOfCase,
  findReport,
  listWaitingCasesReportedBy,
} from './queries.ts'
import { discountReportsBy, insertText, lockReporter, setDismissed } from './store.ts'
import type { ReportCaseRow } from './tables.ts'

/**
 * Dismisses one report: it counts no longer, so that a request with too few reports is shown again. When no report is left,
 * the case is decided. After one made in bad faith, none of the reporter's counts by itself. Pass a transaction.
 * @throws Refusal report-not-found, report-case-not-found, reports-already-decided
 */
export async function dismiss(
  db: Database,
  reportId: string,
  deciding: Deciding & { reason: DismissalReason },
): Promise<ReportCaseRow> {
  const { actor, reason, note, now } = deciding
  const report = await findReport(db, reportId)
  if (!report) throw refuse('report-not-found')
  const { reporterId } = report
  // What they report meanwhile must not be missed.
  if (reporterId !== null) await lockReporter(db, reporterId)
  if (reporterId !== null) await lockReferencedUser(db, reporterId)
  const locked = await lockWaitingCase(db, report.caseId, actor)
  if (!(await setDismissed(db, reportId, { dismissedAt: now, dismissalReason: reason })))
    throw refuse('reports-already-decided')
  if (reason === 'malicious' && reporterId !== null) await discountReportsBy(db, reporterId)
  await insertText(db, {
    ...{ caseId: report.caseId, reportId, isNote: true, text: note, writtenAt: now },
    ...{ authorId: actor.id, aboutId: report.reporterId },
  })
  await recordAction(db, {
    ...{ actorId: actor.id, action: 'report-dismissed', targetId: report.reporterId },
    ...{ before: null, after: { reason } },
  })
  if ((await countReportsOfCase(db, report.caseId)) === 0)
    return settleCase(db, locked, 'dismissed', { ...deciding, note: null })
  await endWithTooFew(db, locked, actor)
  return locked.waiting
}

/** Shows a request again, and lets its owner post, when too few reports count. */
async function endWithTooFew(
  db: Database,
  { waiting, person, bloodRequest }: LockedCase,
  { id: causedBy }: User,
): Promise<void> {
  const isShownAgain =
    bloodRequest !== null &&
    (await countReportersInCase(db, waiting.id)) < REPORTS_TO_ACT &&
    (await showAgain(db, bloodRequest, causedBy))
  if (person) await allowPosting(db, person, { isNotified: !isShownAgain, causedBy })
}

/**
 * Ends what other reports of somebody whose report was dismissed as made in bad faith have caused. Each case has a
 * transaction of its own: locking the people of several at once could deadlock.
 */
export async function reviewOtherReports(db: Database, reportId: string, actor: User): Promise<void> {
  const reporterId = (await findReport(db, reportId))?.reporterId
  if (!reporterId) return
  for (const caseId of await listWaitingCasesReportedBy(db, reporterId))
    await inTransaction(db, async db =>
      endWithTooFew(db, await lockWaitingCase(db, caseId, actor), actor),
    ).catch((error: unknown) => {
      // Another admin was faster.
      if (!(error instanceof Refusal)) throw error
    })
}
