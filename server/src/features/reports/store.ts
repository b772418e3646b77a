import { RETENTION } from '@blood-bank/contract/own-account/retention'
import { COUNTING_ACCOUNT_DAYS } from '@blood-bank/contract/reports/endpoints'
import type { CaseDecision, DecisionReason, DismissalReason } from '@blood-bank/contract/reports/reasons'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import type { ReportRow } from './tables.ts'

/** Locks what somebody reports until the transaction ends, so that concurrent reports do not exceed a limit. */
export async function lockReporter(db: Database, reporterId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${reporterId}, 55))`.execute(db)
}

type Reported = { userId: string; bloodRequest: Pick<BloodRequestRow, 'id' | 'requiredBloodGroup'> | null }

/**
 * Finds the case of a request or a person that waits, or creates it. The transaction has locked the person.
 * @returns its id
 */
export async function findOrCreateCase(
  db: Transaction,
  { userId, bloodRequest }: Reported,
  now: Date,
): Promise<string> {
  const waiting = await db
    .selectFrom('reportCases')
    .select('id')
    .where('decision', 'is', null)
    .where(one => one.and(bloodRequest ? { bloodRequestId: bloodRequest.id } : { subject: 'person', userId }))
    .executeTakeFirst()
  if (waiting) return waiting.id
  const { id } = await db
    .insertInto('reportCases')
    .values({
      subject: bloodRequest ? 'blood-request' : 'person',
      bloodRequestId: bloodRequest?.id ?? null,
      requiredBloodGroup: bloodRequest?.requiredBloodGroup ?? null,
      userId,
      openedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewReport = Pick<ReportRow, 'caseId' | 'bloodRequestId' | 'offerId' | 'kind' | 'reportedAt'> & {
  reporterId: string
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

/**
 * Stores a report. The transaction has locked the reporter.
 * @returns its id; null when the person has reported this before
 */
export async function insertReport(db: Transaction, report: NewReport): Promise<string | null> {
  const row = await db
    .insertInto('reports')
    .values({ ...report, countsByItself: countsByItself(report) })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Stores what somebody wrote, if they did. */
export async function insertText(
  db: Database,
  { text, ...row }: Omit<Schema['reportTexts'], 'id' | 'text'> & { text: string | null },
): Promise<void> {
  if (text === null) return
  await db
    .insertInto('reportTexts')
    .values({ ...row, text })
    .execute()
}

/** Locks a case for a decision. Lock the person and the blood request before. */
export async function lockCase(db: Database, id: string): Promise<void> {
  await sql`select from report_cases where id = ${id} for no key update`.execute(db)
}

/** Stores the decision about a case. The transaction has locked it. */
export async function setDecision(
  db: Transaction,
  id: string,
  decision: { decision: CaseDecision; reason: DecisionReason; decidedAt: Date },
): Promise<void> {
  await db.updateTable('reportCases').set(decision).where('id', '=', id).execute()
}

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
