import type { ReportCase, ReportRecord } from '@blood-bank/contract/reports/cases'
import { REPORTS_TO_ACT } from '@blood-bank/contract/reports/endpoints'
import type { CaseAboutMe, OwnReport } from '@blood-bank/contract/reports/own-reports'
import { findUsers, type UserRow } from '../../identity/users/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { findBloodRequests } from '../blood-requests/queries.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { countDismissedBy, type ReportWithText } from './case-contents.ts'
import { type CaseSummary, summarizeCases } from './queries.ts'
import type { ReportCaseRow } from './tables.ts'

/** A report for whoever made it. */
export const reportForReporter = ({ kind, text, reportedAt }: Omit<ReportWithText, 'id'>): OwnReport => ({
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
  openedOn: calendarDate(row.openedAt, timeZone),
  decision: row.decision,
  reason: row.reason,
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

/** Cases for admins, with the requests and people that they are about. */
export async function presentCases(db: Database, rows: ReportCaseRow[]): Promise<ReportCase[]> {
  const bloodRequests = await findBloodRequests(db, idsOf(rows.map(row => row.bloodRequestId)))
  const people = await findUsers(db, idsOf(rows.map(row => row.userId)))
  const summaries = await summarizeCases(db, idsOf(rows.map(({ id }) => id)))
  return rows.map(row =>
    caseForAdmins(row, {
      bloodRequest: bloodRequests.get(row.bloodRequestId ?? ''),
      person: people.get(row.userId ?? ''),
      summary: summaries.get(row.id),
    }),
  )
}

type Shown = {
  bloodRequest: BloodRequestRow | undefined
  person: UserRow | undefined
  summary: CaseSummary | undefined
}

const caseForAdmins = (row: ReportCaseRow, { bloodRequest, person, summary }: Shown): ReportCase => ({
  id: row.id,
  subject: row.subject,
  openedAt: row.openedAt.toISOString(),
  lastReportedAt: (summary?.lastReportedAt ?? row.openedAt).toISOString(),
  reports: (summary?.kinds ?? []).reduce((sum, { reports }) => sum + reports, 0),
  kinds: summary?.kinds ?? [],
  latestText: summary?.latestText ?? null,
  requiredBloodGroup: row.requiredBloodGroup,
  bloodRequest: bloodRequest
    ? {
        id: bloodRequest.id,
        status: bloodRequest.status,
        patientName: bloodRequest.patientName,
        hospitalName: bloodRequest.hospitalName,
        additionalInfo: bloodRequest.additionalInfo,
        hiddenAt: bloodRequest.hiddenAt?.toISOString() ?? null,
        isMarked:
          row.decision === null &&
          bloodRequest.status === 'active' &&
          bloodRequest.hiddenAt === null &&
          (summary?.reporters ?? 0) >= REPORTS_TO_ACT &&
          summary?.wasCleared === false,
      }
    : null,
  person: person
    ? {
        id: person.id,
        email: person.email,
        isSuspended: person.suspendedAt !== null,
        isPostingStopped: person.postingStoppedAt !== null,
      }
    : null,
  decision:
    row.decision && row.reason && row.decidedAt
      ? { decision: row.decision, reason: row.reason, decidedAt: row.decidedAt.toISOString() }
      : null,
})

/** Reports for admins, who see who reported. */
export async function presentReports(db: Database, rows: ReportWithText[]): Promise<ReportRecord[]> {
  const reporterIds = idsOf(rows.map(({ reporterId }) => reporterId))
  const reporters = await findUsers(db, reporterIds)
  const dismissed = await countDismissedBy(db, reporterIds)
  return rows.map(row => {
    const reporter = reporters.get(row.reporterId ?? '')
    return {
      id: row.id,
      ...reportForReporter(row),
      dismissedAt: row.dismissedAt?.toISOString() ?? null,
      countsByItself: row.countsByItself,
      reporter: reporter
        ? { id: reporter.id, email: reporter.email, dismissed: dismissed.get(reporter.id) ?? 0 }
        : null,
    }
  })
}

const idsOf = (ids: (string | null)[]) => [...new Set(ids.filter(id => id !== null))]
