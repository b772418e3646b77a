import type { CountedPage } from '@blood-bank/contract/paging'
import type { CaseState } from '@blood-bank/contract/reports/cases'
import type { ReportKind, ReportSubject } from '@blood-bank/contract/reports/own-reports'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { withTotal } from '../../platform/database/counted-page.ts'
import { pageOf, readCursor } from '../../platform/database/cursor.ts'
import { countMatching } from '../../platform/database/listing.ts'
import type { ReportCaseRow, ReportRow } from './tables.ts'

type Paging = { limit: number; after?: string | undefined }
type Listing = Paging & { state: CaseState; subject?: ReportSubject | undefined }

/** The conditions on `report_cases`, as in their partial indexes. */
const IN_STATE: Record<CaseState, ReturnType<typeof sql<SqlBool>>> = {
  waiting: sql<SqlBool>`decision is null`,
  handled: sql<SqlBool>`decision is not null`,
}

const inState = (db: Database, { state, subject }: Pick<Listing, 'state' | 'subject'>) =>
  db
    .selectFrom('reportCases')
    .where(IN_STATE[state])
    .where(one => one.and(subject === undefined ? {} : { subject }))

/** Reads one page of cases: those that wait, the longest waiting first, or the handled ones, the latest first. */
export async function listCases(
  db: Database,
  { limit, after, ...listing }: Listing,
): Promise<CountedPage<ReportCaseRow>> {
  const isWaiting = listing.state === 'waiting'
  const time = sql.raw(isWaiting ? 'opened_at' : 'decided_at')
  const [comparison, direction] = isWaiting ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const cursor = readCursor(after, 'time', 'id')
  const query = inState(db, listing)
  const rows = await query
    .selectAll()
    .$if(cursor !== null, rest =>
      rest.where(
        sql<SqlBool>`(${time}, id) ${comparison} (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
      ),
    )
    .orderBy(sql`${time} ${direction}, id ${direction}`)
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, row => [(row.decidedAt ?? row.openedAt).toISOString(), row.id])
  return withTotal(page, { after, count: () => countMatching(query) })
}

/** Counts the cases that wait for an admin. */
export const countWaitingCases = (db: Database): Promise<number> =>
  countMatching(inState(db, { state: 'waiting' }))

export async function findCase(db: Database, id: string): Promise<ReportCaseRow | null> {
  const row = await db.selectFrom('reportCases').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The cases about a person that wait for an admin. */
export const listWaitingCasesOf = (db: Database, userId: string): Promise<ReportCaseRow[]> =>
  db
    .selectFrom('reportCases')
    .selectAll()
    .where('userId', '=', userId)
    .where('decision', 'is', null)
    .orderBy('id')
    .execute()

/** Whether an admin has cleared a blood request before: reports no longer hide it. */
export async function isCleared(db: Database, bloodRequestId: string): Promise<boolean> {
  const cleared = await db
    .selectFrom('reportCases')
    .select('id')
    .where('bloodRequestId', '=', bloodRequestId)
    .where('decision', '=', 'cleared')
    .executeTakeFirst()
  return cleared !== undefined
}

export async function findReport(db: Database, id: string): Promise<ReportRow | null> {
  const row = await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Counts the reports of a case that stand, whether they count by themselves or not. */
export const countReportsOfCase = (db: Database, caseId: string): Promise<number> =>
  countMatching(db.selectFrom('reports').where('caseId', '=', caseId).where('dismissedAt', 'is', null))

/**
 * The subquery that counts the people whose reports in these cases stand and count by themselves. Those who have erased
 * their accounts since count as one, because nobody knows whether they are different people.
 */
const reportersIn = (caseIds: RawBuilder<unknown>) => sql`(
  select count(distinct reporter_id)::int + coalesce(max((reporter_id is null)::int), 0) from reports
   where case_id = any (${caseIds}) and dismissed_at is null and counts_by_itself)`

/** Counts the people whose reports count towards hiding the request of a case. */
export async function countReportersInCase(db: Database, caseId: string): Promise<number> {
  const { rows } = await sql<{ reporters: number }>`
    select ${reportersIn(sql`array[${caseId}::uuid]`)} as reporters`.execute(db)
  return rows[0]?.reporters ?? 0
}

/** Counts the people whose reports count towards stopping a person, whatever they are about, and wait for an admin. */
export async function countReportersOf(db: Database, userId: string): Promise<number> {
  const waiting = sql`array(select id from report_cases where user_id = ${userId} and decision is null)`
  const { rows } = await sql<{ reporters: number }>`select ${reportersIn(waiting)} as reporters`.execute(db)
  return rows[0]?.reporters ?? 0
}

/** The waiting cases with a report by somebody. */
export async function listWaitingCasesReportedBy(db: Database, reporterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('reportCases', 'reportCases.id', 'reports.caseId')
    .select('reportCases.id')
    .distinct()
    .where('reporterId', '=', reporterId)
    .where('decision', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** When somebody made reports since a time, the latest first. */
export async function listReportTimes(db: Database, reporterId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('reports')
    .select('reportedAt')
    .where('reporterId', '=', reporterId)
    .where('reportedAt', '>', since)
    .orderBy('reportedAt', 'desc')
    .execute()
  return rows.map(({ reportedAt }) => reportedAt)
}

/** The cases about a user that wait for an admin, by id. */
export async function listWaitingCases(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reportCases')
    .select('id')
    .where('userId', '=', userId)
    .where('decision', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The reports of cases in numbers, and the latest text of a reporter. */
export type CaseSummary = {
  caseId: string
  lastReportedAt: Date
  kinds: { kind: ReportKind; reports: number }[]
  latestText: string | null
  /** The people whose reports count by themselves. */
  reporters: number
  /** Whether an admin has cleared the request before. */
  wasCleared: boolean
}

/** Summarizes the reports of cases, by the id of the case. */
export async function summarizeCases(db: Database, caseIds: string[]): Promise<Map<string, CaseSummary>> {
  const { rows } = await sql<CaseSummary>`
    select one as case_id,
           (select max(reported_at) from reports where case_id = one) as last_reported_at,
           coalesce((
             select json_agg(json_build_object('kind', kind, 'reports', count) order by count desc, kind)
               from (select kind, count(*)::int as count from reports
                      where case_id = one and dismissed_at is null group by kind) by_kind), '[]') as kinds,
           (select text from report_texts where case_id = one and not is_note
             order by written_at desc limit 1) as latest_text,
           ${reportersIn(sql`array[one]`)} as reporters,
           exists (
             select from report_cases
              where decision = 'cleared'
                and blood_request_id = (select blood_request_id from report_cases where id = one)) as was_cleared
      from unnest(${caseIds}::uuid[]) one`.execute(db)
  return new Map(rows.map(row => [row.caseId, row]))
}
