import type { Database } from '../../platform/database/connection.ts'
import { type ReportWithText, reportsWithText } from './case-contents.ts'
import type { ReportCaseRow } from './tables.ts'

/** Lists all reports that somebody made, for the account export. */
export const listReportsBy = (db: Database, reporterId: string): Promise<ReportWithText[]> =>
  reportsWithText(db).where('reporterId', '=', reporterId).orderBy('reportedAt').execute()

/** Lists all cases about somebody, for the account export. */
export const listCasesAbout = (db: Database, userId: string): Promise<ReportCaseRow[]> =>
  db.selectFrom('reportCases').selectAll().where('userId', '=', userId).orderBy('openedAt').execute()
