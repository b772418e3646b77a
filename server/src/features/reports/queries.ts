import type { CountedPage } from '@blood-bank/contract/listing'
import type { listReportCases, ReportCase } from '@blood-bank/contract/reports/cases'
import { REPORTS_TO_ACT } from '@blood-bank/contract/reports/endpoints'
import type { ReportsWaiting } from '@blood-bank/contract/site/overview'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { accountsOfPerson } from '../../identity/mailboxes/mailbox.ts'
import { listEarlierTimes } from '../../identity/own-account/erased-accounts.ts'
import type { Database } from '../../platform/database/connection.ts'
import { newestFirst, oldestFirst, type Paging, readCountedPage } from '../../platform/database/listing.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { isListedRequest } from '../blood-requests/queries.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import type { ReportCaseRow, ReportRow } from './tables.ts'

/**
 * The subquery that counts the people whose reports in these cases stand and count by themselves. All accounts of a mailbox
 * are one. Those who have erased their accounts since count as one, because nobody knows whether they are different people.
 */
const reportersIn = (cases: RawBuilder<unknown>) => sql<number>`(
  select count(distinct mailbox)::int + coalesce(max((reporter_id is null)::int), 0)
    from reports left join users on users.id = reporter_id
   where case_id in (${cases}) and dismissed_at is null and counts_by_itself)`

/** What the reports of a case say: `kinds` counts those that stand, `reporters` whom they count for. */
const SUMMARY = [
  sql<ReportCase['kinds']>`coalesce((
    select json_agg(json_build_object('kind', kind, 'reports', count) order by count desc, kind)
      from (select kind, count(*)::int as count from reports
             where case_id = report_cases.id and dismissed_at is null group by kind) by_kind), '[]')`.as(
    'kinds',
  ),
  sql<string | null>`(
    select text from report_texts where case_id = report_cases.id and not is_note
     order by written_at desc limit 1)`.as('latestText'),
  reportersIn(sql`report_cases.id`).as('reporters'),
  /** Whether an admin has cleared the request before. For `exists`, PostgreSQL may read all cases that were cleared. */
  sql<boolean>`(
    select count(*) > 0 from report_cases other
     where other.decision = 'cleared' and other.blood_request_id = report_cases.blood_request_id)`.as(
    'wasCleared',
  ),
] as const

/** A case with what its reports say. */
export type SummarizedCase = Awaited<ReturnType<typeof getCase>>

/** @throws Refusal report-case-not-found */
export const getCase = (db: Database, id: string) =>
  db
    .selectFrom('reportCases')
    .selectAll()
    .select(SUMMARY)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => refuse('report-case-not-found'))

/** Counts the reports of a case that stand. */
export const countReports = ({ kinds }: Pick<SummarizedCase, 'kinds'>): number =>
  kinds.reduce((sum, { reports }) => sum + reports, 0)

/** Whether reports stop the alerts for an active request, or hide it: unless an admin has cleared it before. */
export const isReportedEnough = (
  { reporters, wasCleared }: Pick<SummarizedCase, 'reporters' | 'wasCleared'>,
  { status, hiddenAt }: BloodRequestRow,
): boolean => status === 'active' && hiddenAt === null && reporters >= REPORTS_TO_ACT && !wasCleared

/** Reads one page of cases: those that wait, the longest waiting first, or the handled ones, the latest first. */
export function listCases(
  db: Database,
  { state, subject, ...paging }: z.output<typeof listReportCases.query>,
): Promise<CountedPage<SummarizedCase>> {
  const isWaiting = state === 'waiting'
  const query = db
    .selectFrom('reportCases')
    .selectAll()
    .select(SUMMARY)
    .where('decision', isWaiting ? 'is' : 'is not', null)
    .where(one => one.and(subject === undefined ? {} : { subject }))
  const order = isWaiting ? oldestFirst('openedAt') : newestFirst('decidedAt')
  return readCountedPage(query, { ...paging, ...order })
}

const waitingCases = (db: Database) => db.selectFrom('reportCases').where('decision', 'is', null)

/** Counts the cases that wait for an admin, and those of them about an active request. */
export async function countWaitingCases(db: Database): Promise<ReportsWaiting> {
  const { rows } = await sql<ReportsWaiting>`
    select count(*)::int as total,
           count(*) filter (where ${isListedRequest()})::int as visible_requests,
           count(*) filter (where status = 'active' and hidden_at is not null and not is_hidden)::int as hidden_requests
      from report_cases left join blood_requests on blood_requests.id = blood_request_id
     where decision is null`.execute(db)
  return rows[0] as ReportsWaiting
}

/** The cases about a user that wait for an admin, by id. */
export async function listWaitingCases(db: Database, userId: string): Promise<string[]> {
  const rows = await waitingCases(db).select('id').where('userId', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** The cases about a person that wait for an admin, whichever of their accounts was reported, by id. */
export async function listWaitingCasesOfPerson(db: Database, userId: string): Promise<string[]> {
  const rows = await waitingCases(db).select('id').where('userId', 'in', accountsOfPerson(userId)).execute()
  return rows.map(({ id }) => id)
}

/** The cases that wait for an admin with a report by a person, by id. */
export async function listWaitingCasesReportedBy(db: Database, reporterId: string): Promise<string[]> {
  const reported = db
    .selectFrom('reports')
    .select('caseId')
    .where('reporterId', 'in', accountsOfPerson(reporterId))
  const rows = await waitingCases(db).select('id').where('id', 'in', reported).execute()
  return rows.map(({ id }) => id)
}

/** Counts the people whose reports count towards stopping a person, whatever they are about, and wait for an admin. */
export async function countReportersOf(db: Database, userId: string): Promise<number> {
  const waiting = sql`
    select id from report_cases where user_id in ${accountsOfPerson(userId)} and decision is null`
  const { rows } = await sql<{ reporters: number }>`select ${reportersIn(waiting)} as reporters`.execute(db)
  return rows[0]?.reporters ?? 0
}

/** @throws Refusal report-not-found */
export const getReport = (db: Database, id: string): Promise<ReportRow> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => refuse('report-not-found'))

/** When an account made reports since a time. */
export const listReportTimes = (db: Database, reporterId: string, since: Date): Promise<Date[]> =>
  reportTimes(db, sql`(${reporterId})`, since)

/** When a person made reports since a time, with any of their accounts and with earlier ones. */
export const listReportTimesOfPerson = async (
  db: Database,
  reporterId: string,
  since: Date,
): Promise<Date[]> => [
  ...(await reportTimes(db, accountsOfPerson(reporterId), since)),
  ...(await listEarlierTimes(db, reporterId, { kind: 'reports', since })),
]

async function reportTimes(db: Database, reporters: RawBuilder<unknown>, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ reportedAt: Date }>`
    select reported_at from reports where reporter_id in ${reporters} and reported_at > ${since}`.execute(db)
  return rows.map(({ reportedAt }) => reportedAt)
}

/** Whether a person has reported a thing, with any of their accounts. */
export async function hasReported(
  db: Database,
  {
    reporterId,
    bloodRequestId,
    offerId,
  }: Pick<ReportRow, 'bloodRequestId' | 'offerId'> & { reporterId: string },
): Promise<boolean> {
  const report = await db
    .selectFrom('reports')
    .select('id')
    .where('reporterId', 'in', accountsOfPerson(reporterId))
    .where(one => one.and(bloodRequestId === null ? { offerId } : { bloodRequestId }))
    .executeTakeFirst()
  return report !== undefined
}

const TEXT = sql<string | null>`(
  select text from report_texts where report_id = reports.id and not is_note)`.as('text')

/** Whoever made a report, and how many of the person's reports admins have dismissed. */
const REPORTER = [
  sql<string | null>`(select email from users where id = reporter_id)`.as('reporterEmail'),
  sql<number>`(
    select count(*)::int from reports other
     where other.reporter_id in (select accounts_of_person(reports.reporter_id)) and other.dismissed_at is not null)`.as(
    'reporterDismissed',
  ),
] as const

/** A report with what its author wrote. */
export type ReportWithText = ReportRow & { text: string | null }
export type ReportWithReporter = ReportWithText & { reporterEmail: string | null; reporterDismissed: number }

/** Reads one page of the reports of a case, the latest first. */
export function listReportsOfCase(
  db: Database,
  caseId: string,
  paging: Paging,
): Promise<CountedPage<ReportWithReporter>> {
  const query = db
    .selectFrom('reports')
    .selectAll()
    .select([TEXT, ...REPORTER])
    .where('caseId', '=', caseId)
  return readCountedPage(query, { ...paging, ...newestFirst('reportedAt') })
}

/** Lists all reports that somebody made, for the account export. */
export const listReportsBy = (db: Database, reporterId: string): Promise<ReportWithText[]> =>
  db
    .selectFrom('reports')
    .selectAll()
    .select(TEXT)
    .where('reporterId', '=', reporterId)
    .orderBy('reportedAt')
    .execute()

/** The notes of admins about a case and its reports, the latest first. */
export const listNotesOfCase = (db: Database, caseId: string): Promise<{ text: string; writtenAt: Date }[]> =>
  db
    .selectFrom('reportTexts')
    .select(['text', 'writtenAt'])
    .where('caseId', '=', caseId)
    .where('isNote', '=', true)
    .orderBy('writtenAt', 'desc')
    .limit(50)
    .execute()

/** Lists all cases about somebody, for the account export. */
export const listCasesAbout = (db: Database, userId: string): Promise<ReportCaseRow[]> =>
  db.selectFrom('reportCases').selectAll().where('userId', '=', userId).orderBy('openedAt').execute()
