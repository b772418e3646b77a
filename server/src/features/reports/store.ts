import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import {
  type CaseDecision,
  COUNTING_ACCOUNT_DAYS,
  type DecisionReason,
  type DismissalReason,
} from '@blood-bank/contract/reports/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { accountsOfPerson, personOf } from '../../identity/mailboxes/mailbox.ts'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { hasReported } from './queries.ts'
import type { ReportRow } from './tables.ts'

/** Locks what a person reports until the transaction ends, so that concurrent reports do not exceed a limit. */
export async function lockReporter(db: Database, reporter: Omit<User, 'role' | 'createdAt'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${personOf(reporter)}, 55))`.execute(db)
}

type NewReport = Pick<ReportRow, 'offerId' | 'kind' | 'reportedAt'> & {
  reporterId: string
  /** The reported person, or whoever posted the request; the transaction has locked both people. */
  personId: string
  bloodRequest: Pick<BloodRequestRow, 'id' | 'requiredBloodGroup' | 'component'> | null
  text: string | null
}

/**
 * Stores a report, in a new case unless one waits for an admin.
 * @returns the id of the case; null when the person has reported this before
 */
export async function insertReport(db: Transaction, report: NewReport): Promise<string | null> {
  const { personId, bloodRequest, text, ...row } = report
  const { reporterId, reportedAt, offerId } = row
  if (await hasReported(db, { reporterId, offerId, bloodRequestId: bloodRequest?.id ?? null })) return null
  const caseId = await findOrCreateCase(db, report)
  const stored = await db
    .insertInto('reports')
    .values({
      ...row,
      caseId,
      bloodRequestId: bloodRequest?.id ?? null,
      countsByItself: countsByItself(reporterId, reportedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = { caseId, reportId: stored.id, aboutId: personId }
  await insertText(db, { ...about, isNote: false, text, writtenAt: reportedAt, authorId: reporterId })
  return caseId
}

async function findOrCreateCase(db: Transaction, { personId, bloodRequest, reportedAt }: NewReport) {
  const waiting = await db
    .selectFrom('reportCases')
    .select('id')
    .where('decision', 'is', null)
    .where(one =>
      one.and(bloodRequest ? { bloodRequestId: bloodRequest.id } : { subject: 'person', userId: personId }),
    )
    .executeTakeFirst()
  if (waiting) return waiting.id
  const { id } = await db
    .insertInto('reportCases')
    .values({
      subject: bloodRequest ? 'blood-request' : 'person',
      bloodRequestId: bloodRequest?.id ?? null,
      requiredBloodGroup: bloodRequest?.requiredBloodGroup ?? null,
      ...(bloodRequest && { component: bloodRequest.component }),
      userId: personId,
      openedAt: reportedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Whether what somebody reports counts by itself: their account has been verified for a week and has done something else,
 * is not suspended during this call, and none of the person's reports was dismissed as made in bad faith. Of what was deleted
 * since, nothing counts. The transaction has locked them.
 */
const countsByItself = (reporterId: string, reportedAt: Date) => sql<boolean>`(
  exists (
    select from users
     where id = ${reporterId} and suspended_at is null
       and email_verified_at <= ${reportedAt}::timestamptz - make_interval(days => ${COUNTING_ACCOUNT_DAYS}::int)
       and (exists (select from donors where user_id = users.id)
            or exists (select from offers where user_id = users.id)
            or exists (select from blood_requests where user_id = users.id)))
  and not exists (
    select from reports where reporter_id in ${accountsOfPerson(reporterId)} and dismissal_reason = 'malicious'))`

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
 * Makes none of a person's reports count by itself, for good: not when they erase their account, either. The
 * transaction has locked them, as a reporter or as a user.
 */
export async function discountReportsBy(db: Transaction, reporterId: string): Promise<void> {
  await db
    .updateTable('reports')
    .set({ countsByItself: false })
    .where('reporterId', 'in', accountsOfPerson(reporterId))
    .where('countsByItself', '=', true)
    .execute()
}

/**
 * Makes cases about an earlier account of a person be about this one. Of those about the person, one waits for an account:
 * another stays without.
 * @returns whether any still waits
 */
export async function returnCases(db: Database, userId: string, caseIds: string[]): Promise<boolean> {
  let isAnyWaiting = false
  for (const id of caseIds) {
    const { numAffectedRows = 0n } = await sql`
      update report_cases set user_id = ${userId}
       where id = ${id} and decision is null and (subject <> 'person' or not exists (
         select from report_cases other
          where other.user_id = ${userId} and other.subject = 'person' and other.decision is null))`.execute(
      db,
    )
    isAnyWaiting ||= numAffectedRows > 0n
  }
  return isAnyWaiting
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
