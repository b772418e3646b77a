import type { CountedPage } from '@blood-bank/contract/paging'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { withTotal } from '../../platform/database/counted-page.ts'
import { pageOf, readCursor } from '../../platform/database/cursor.ts'
import { countMatching } from '../../platform/database/listing.ts'
import type { ReportCaseRow, ReportRow } from './tables.ts'

/** A report with what its author wrote. */
export type ReportWithText = ReportRow & { text: string | null }

/** All reports with their texts. */
export const reportsWithText = (db: Database) =>
  db
    .selectFrom('reports')
    .leftJoin('reportTexts', join =>
      join.onRef('reportTexts.reportId', '=', 'reports.id').on('isNote', '=', false),
    )
    .selectAll('reports')
    .select('text')

/** Reads one page of the reports of a case, the latest first. */
export async function listReportsOfCase(
  db: Database,
  caseId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<CountedPage<ReportWithText>> {
  const cursor = readCursor(after, 'time', 'id')
  const rows = await reportsWithText(db)
    .where('reports.caseId', '=', caseId)
    .$if(cursor !== null, rest =>
      rest.where(
        sql<boolean>`(reported_at, reports.id) < (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
      ),
    )
    .orderBy('reportedAt', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, row => [row.reportedAt.toISOString(), row.id])
  const count = () => countMatching(db.selectFrom('reports').where('caseId', '=', caseId))
  return withTotal(page, { after, count })
}

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

/** Counts how many reports of people admins have dismissed, by the id of the person. */
export async function countDismissedBy(db: Database, reporterIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; dismissed: number }>`
    select one as id,
           (select count(*)::int from reports where reporter_id = one and dismissed_at is not null) as dismissed
      from unnest(${reporterIds}::uuid[]) one`.execute(db)
  return new Map(rows.map(({ id, dismissed }) => [id, dismissed]))
}

/** Lists all reports that somebody made, for the account export. */
export const listReportsBy = (db: Database, reporterId: string): Promise<ReportWithText[]> =>
  reportsWithText(db).where('reporterId', '=', reporterId).orderBy('reportedAt').execute()

/** Lists all cases about somebody, for the account export. */
export const listCasesAbout = (db: Database, userId: string): Promise<ReportCaseRow[]> =>
  db.selectFrom('reportCases').selectAll().where('userId', '=', userId).orderBy('openedAt').execute()
