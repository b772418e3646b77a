import type { CaseDecision, DecisionReason, ReportKind } from '@blood-bank/contract/own-reports'
import { RETENTION } from '@blood-bank/contract/retention'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { ReportCaseRow, ReportRow } from './tables.ts'

/** Locks what somebody reports until the transaction ends, so that concurrent reports do not exceed a limit. */
export async function lockReporter(db: Database, reporterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${reporterId}, 55))`.execute(db)
}

/** What a case is about. */
export type CaseSubject = Pick<ReportCaseRow, 'subject' | 'bloodRequestId' | 'requiredBloodGroup' | 'userId'>

/** Finds the case of a request or a person that waits, or creates it. Pass the transaction that has locked the person. */
export async function findOrCreateCase(db: Database, about: CaseSubject, now: Date): Promise<ReportCaseRow> {
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

/** Stores a report; null when the person has reported this before. */
export async function insertReport(db: Database, report: NewReport): Promise<ReportRow | null> {
  const row = await db
    .insertInto('reports')
    .values({ ...report, dismissedAt: null })
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

/** Stores the decision about a case. Pass the transaction that has locked it. */
export const decideCase = (db: Database, id: string, decision: Decision): Promise<ReportCaseRow> =>
  db
    .updateTable('reportCases')
    .set(decision)
    .where('id', '=', id)
    .where('decision', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Dismisses a report. Pass the transaction that has locked its case. @returns false when it was dismissed before */
export async function setDismissed(db: Database, id: string, dismissedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ dismissedAt })
    .where('id', '=', id)
    .where('dismissedAt', 'is', null)
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
