import type { Database } from '../../platform/database/connection.ts'
import { storeUser } from '../stored.ts'

type Reports = {
  caseIds: readonly [string, string]
  reportIds: readonly [string, string]
  bloodRequest: { id: string; userId: string }
  /** A case about this person was decided. */
  decidedAbout: string
}

/** A case of two reports that waits for an admin, and one that is decided. */
export async function storeReports(db: Database, reports: Reports): Promise<void> {
  const { caseIds, reportIds, bloodRequest, decidedAbout } = reports
  const at = new Date()
  const decision = { decision: 'cleared', reason: 'nothing-wrong', decidedAt: at } as const
  await db
    .insertInto('reportCases')
    .values([
      {
        ...{ id: caseIds[0], subject: 'blood-request', userId: bloodRequest.userId, openedAt: at },
        ...{ bloodRequestId: bloodRequest.id, requiredBloodGroup: 'AB-' },
        ...{ decision: null, reason: null, decidedAt: null },
      },
      {
        ...{ id: caseIds[1], subject: 'person', userId: decidedAbout, openedAt: at, ...decision },
        ...{ bloodRequestId: null, requiredBloodGroup: null },
      },
    ])
    .execute()
  for (const id of reportIds) {
    const reporter = await storeUser(db)
    await db
      .insertInto('reports')
      .values({
        ...{ id, caseId: caseIds[0], reporterId: reporter.id, kind: 'other', reportedAt: at },
        ...{ bloodRequestId: bloodRequest.id, offerId: null, dismissedAt: null, dismissalReason: null },
      })
      .execute()
    await db
      .insertInto('reportTexts')
      .values({
        ...{ caseId: caseIds[0], reportId: id, isNote: false, writtenAt: at },
        ...{ authorId: reporter.id, aboutId: bloodRequest.userId, text: 'Something is wrong.' },
      })
      .execute()
  }
}
