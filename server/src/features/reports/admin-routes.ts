import type { ReportCase } from '@blood-bank/contract/reports/cases'
import * as cases from '@blood-bank/contract/reports/cases'
import type { HideRecords } from '../../identity/access/account-hooks.ts'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { BloodRequestHooks } from '../blood-requests/hooks.ts'
import { listNotesOfCase, listReportsOfCase } from './case-contents.ts'
import { decideReadCase, dismiss, reviewOtherReports, suspendReported } from './decisions.ts'
import { findCase, listCases } from './queries.ts'
import type { ReportCaseRow } from './tables.ts'
import { presentCases, presentReports } from './view.ts'

type Hooks = Pick<BloodRequestHooks, 'afterClosing'> & { hideRecords: HideRecords }

/** The queue of reports, and the decisions of admins. */
export function reportAdminRoutes(
  { http, db, recordSecurityEvent, now }: Context,
  { afterClosing, hideRecords }: Hooks,
): void {
  serve(http, cases.listReportCases, async ({ query }) => {
    const page = await listCases(db, query)
    return { ...page, records: await presentCases(db, page.records) }
  })

  serve(http, cases.listReportsOfCase, async ({ params: { id }, query }) => {
    if (!(await findCase(db, id))) throw refuse('report-case-not-found')
    const page = await listReportsOfCase(db, id, query)
    return { ...page, records: await presentReports(db, page.records) }
  })

  serve(http, cases.listNotesOfCase, async ({ params: { id } }) => {
    if (!(await findCase(db, id))) throw refuse('report-case-not-found')
    const notes = await listNotesOfCase(db, id)
    return { notes: notes.map(({ text, writtenAt }) => ({ text, writtenAt: writtenAt.toISOString() })) }
  })

  /** Decides in a transaction, and presents the case as it is then. */
  const decide = async (act: (db: Transaction) => Promise<ReportCaseRow>): Promise<ReportCase> => {
    const [presented] = await presentCases(db, [await inTransaction(db, act)])
    return presented as ReportCase
  }

  for (const [endpoint, decision] of [
    [cases.clearReportCase, 'cleared'],
    [cases.upholdReportCase, 'upheld'],
  ] as const)
    serve(http, endpoint, ({ params: { id }, body: { reports, ...form }, actor }) =>
      decide(db =>
        decideReadCase(db, { id, reports }, { ...form, decision, actor, now: now(), afterClosing }),
      ),
    )

  serve(http, cases.suspendReportedPerson, async ({ params: { id }, body: { reports, ...form }, actor }) => {
    const decided = await decide(db =>
      suspendReported(db, { id, reports }, { ...form, actor, now: now(), afterClosing, hideRecords }),
    )
    recordSecurityEvent('suspended', {
      actorId: actor.id,
      userId: decided.person?.id ?? null,
      reason: form.reason,
    })
    return decided
  })

  serve(http, cases.dismissReport, async ({ params: { id }, body, actor }) => {
    const decided = await decide(db => dismiss(db, id, { ...body, actor, now: now(), afterClosing }))
    if (body.reason === 'malicious') await reviewOtherReports(db, id, actor)
    return decided
  })
}
