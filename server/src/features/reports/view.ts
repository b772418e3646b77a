import type { ReportCase, ReportRecord } from '@blood-bank/contract/reports/cases'
import type { CaseAboutMe, OwnReport } from '@blood-bank/contract/reports/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { isSamePerson } from '../../identity/mailboxes/mailbox.ts'
import { findUsers, type UserRow } from '../../identity/users/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { findBloodRequests } from '../blood-requests/queries.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import {
  countReports,
  isReportedEnough,
  type ReportWithReporter,
  type ReportWithText,
  type SummarizedCase,
} from './queries.ts'
import type { ReportCaseRow } from './tables.ts'

/** A report for whoever made it. */
export const reportForReporter = ({
  kind,
  text,
  reportedAt,
}: Pick<ReportWithText, 'kind' | 'text' | 'reportedAt'>): OwnReport => ({
  kind,
  text,
  reportedAt: reportedAt.toISOString(),
})

/**
 * A case for the reported person: nothing that could show who reported. Neither the texts nor the times of reports are in
 * it, because a person may know whom they had spoken to at that time.
 */
export const caseForReported = (row: ReportCaseRow, timeZone: string): CaseAboutMe => ({
  subject: row.subject,
  requiredBloodGroup: row.requiredBloodGroup,
  component: row.component,
  openedOn: calendarDate(row.openedAt, timeZone),
  decision: row.decision,
  reason: row.reason,
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

/**
 * Cases for an admin, with the requests and people that they are about. What was written about the admin is left out: its
 * words may show who reported.
 */
export async function presentCases(
  db: Database,
  rows: SummarizedCase[],
  viewer: User,
): Promise<ReportCase[]> {
  const requestIds = rows.map(row => row.bloodRequestId)
  const userIds = rows.map(row => row.userId)
  const bloodRequests = await findBloodRequests(db, requestIds)
  const people = await findUsers(db, userIds)
  const isAboutViewer = ({ userId }: SummarizedCase) => isSamePerson(people.get(userId), viewer)
  return rows.map(row => ({
    id: row.id,
    subject: row.subject,
    openedAt: row.openedAt.toISOString(),
    reports: countReports(row),
    kinds: row.kinds,
    latestText: isAboutViewer(row) ? null : row.latestText,
    requiredBloodGroup: row.requiredBloodGroup,
    component: row.component,
    bloodRequest: requestOfCase(bloodRequests.get(row.bloodRequestId), row),
    person: personOfCase(people.get(row.userId)),
    decision:
      row.decision && row.reason && row.decidedAt
        ? { decision: row.decision, reason: row.reason, decidedAt: row.decidedAt.toISOString() }
        : null,
  }))
}

const requestOfCase = (row: BloodRequestRow | undefined, reported: SummarizedCase) =>
  row
    ? {
        id: row.id,
        status: row.status,
        patientName: row.patientName,
        hospitalName: row.hospitalName,
        additionalInfo: row.additionalInfo,
        hiddenAt: row.hiddenAt?.toISOString() ?? null,
        isMarked: reported.decision === null && isReportedEnough(reported, row),
      }
    : null

const personOfCase = (row: UserRow | undefined) =>
  row
    ? {
        id: row.id,
        email: row.email,
        isSuspended: row.suspendedAt !== null,
        isPostingStopped: row.postingStoppedAt !== null,
      }
    : null

/** A report for admins, who see who made it. */
export const reportForAdmins = (row: ReportWithReporter): ReportRecord => ({
  id: row.id,
  ...reportForReporter(row),
  dismissedAt: row.dismissedAt?.toISOString() ?? null,
  countsByItself: row.countsByItself,
  reporter:
    row.reporterId && row.reporterEmail
      ? { id: row.reporterId, email: row.reporterEmail, dismissed: row.reporterDismissed }
      : null,
})
