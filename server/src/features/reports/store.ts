import { RETENTION } from '@blood-bank/contract/own-account/retention'
import { COUNTING_ACCOUNT_DAYS } from '@blood-bank/contract/reports/endpoints'
import type {
  CaseDecision,
  DecisionReason,
  DismissalReason,
  ReportKind,
} from '@blood-bank/contract/reports/own-reports'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import type { ReportCaseRow, ReportRow } from './tables.ts'

/** Locks what somebody reports until the transaction ends, so that concurrent reports do not exceed a limit. */
export async function lockReporter(db: Database, reporterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${reporterId}, 55))`.execute(db)
}

/** What a case is about. */
export type CaseSubject = Pick<ReportCaseRow, 'subject' | 'bloodRequestId' | 'requiredBloodGroup' | 'userId'>

/** Finds the case of a request or a person that waits, or creates it. The transaction has locked the person. */
export async function findOrCreateCase(
  db: Transaction,
  about: CaseSubject,
  now: Date,
): Promise<ReportCaseRow> {
  const waiting = await db
    .selectFrom('reportCases')
    .selectAll()
    .where('decision', 'is', null)
    .where('subject', '=', about.subject)
    .where(
      about.subject === 'person' ? 'userId' : 'bloodRequestId',
      '=',
      about.subject === 'person' ? about.userId : about.bloodRequestId,
    )
    .executeTakeFirst()
  if (waiting) return waiting
  return db
    .insertInto('reportCases')
    .values({ ...about, openedAt: now, decision: null, reason: null, decidedAt: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type NewReport = Pick<ReportRow, 'caseId' | 'bloodRequestId' | 'offerId' | 'reportedAt'> & {
  reporterId: string
  kind: ReportKind
}

/**
 * Whether what somebody reports counts by itself: their account has been verified for a week and has done something else,
 * and none of their reports was dismissed as made in bad faith. Of what was deleted since, nothing counts.
 */
const countsByItself = ({ reporterId, reportedAt }: NewReport) => sql<boolean>`(
  exists (
    select from users
     where id = ${reporterId}
       and email_verified_at <= ${reportedAt}::timestamptz - make_interval(days => ${COUNTING_ACCOUNT_DAYS}::int)
       and (exists (select from donors where user_id = users.id)
            or exists (select from offers where user_id = users.id)
            or exists (select from blood_requests where user_id = users.id)))
  and not exists (select from reports where reporter_id = ${reporterId} and dismissal_reason = 'malicious'))`

/** Stores a report; null when the person has reported this before. The transaction has locked the reporter. */
export async function insertReport(db: Transaction, report: NewReport): Promise<ReportRow | null> {
  const row = await db
    .insertInto('reports')
    .values({ ...report, dismissedAt: null, dismissalReason: null, countsByItself: countsByItself(report) })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

type NewText = {
  caseId: string
  reportId: string | null
  isNote: boolean
  authorId: string
  aboutId: string | null
  text: string | null
  writtenAt: Date
}

/** Stores what somebody wrote, if they did. */
export async function insertText(db: Database, { text, ...row }: NewText): Promise<void> {
  if (text === null) return
  await db
    .insertInto('reportTexts')
    .values({ ...row, text })
    .execute()
}

/** Locks a case for a decision; null when it no longer exists. Lock the person and the blood request before. */
export async function lockCase(db: Database, id: string): Promise<ReportCaseRow | null> {
  const row = await db
    .selectFrom('reportCases')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

type Decision = { decision: CaseDecision; reason: DecisionReason; decidedAt: Date }

/** Stores the decision about a case. The transaction has locked it. */
export const decideCase = (db: Transaction, id: string, decision: Decision): Promise<ReportCaseRow> =>
  db
    .updateTable('reportCases')
    .set(decision)
    .where('id', '=', id)
    .where('decision', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Dismisses a report. The transaction has locked its case. @returns false when it was dismissed before */
export async function setDismissed(
  db: Transaction,
  id: string,
  dismissal: { dismissedAt: Date; dismissalReason: DismissalReason },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set(dismissal)
    .where('id', '=', id)
    .where('dismissedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Makes none of somebody's reports count by itself, for good: not when they erase their account, either. The
 * transaction has locked them, as a reporter or as a user.
 */
export async function discountReportsBy(db: Transaction, reporterId: string): Promise<void> {
  await db
    .updateTable('reports')
    .set({ countsByItself: false })
    .where('reporterId', '=', reporterId)
    .where('countsByItself', '=', true)
    .execute()
}

/** Makes cases about an earlier account of the same person be about this one. @returns whether any still waits */
export async function returnCases(db: Database, userId: string, caseIds: string[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reportCases')
    .set({ userId })
    .where('id', '=', sql<string>`any (${caseIds}::uuid[])`)
    .where('decision', 'is', null)
    .where('userId', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the cases that were decided long ago, with their reports. */
export async function removeOldCases(db: Database, now: Date): Promise<void> {
  await sql`
    delete from report_cases
     where decision is not null
       and decided_at < ${now}::timestamptz - make_interval(years => ${RETENTION.reportYears}::int)`.execute(
    db,
  )
}
