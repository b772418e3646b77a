import type { ReportCase } from '@blood-bank/contract/reports/cases'
import * as cases from '@blood-bank/contract/reports/cases'
import { reportBloodRequest, reportOffer } from '@blood-bank/contract/reports/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { isSamePerson } from '../../identity/mailboxes/mailbox.ts'
import { findUser } from '../../identity/users/store.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { type Decision, type DecisionHooks, decideCase, dismiss } from './decisions.ts'
import { getCase, listCases, listNotesOfCase, listReportsOfCase } from './queries.ts'
import { reportOtherSide, reportRequest } from './reporting.ts'
import { presentCases, reportForAdmins, reportForReporter } from './view.ts'

/** Members report blood requests, and each other through an offer. Admins read the queue of reports and decide. */
export function reportRoutes(
  { http, db, config: { limits, timeZone }, recordSecurityEvent, now }: Context,
  hooks: DecisionHooks,
): void {
  for (const [endpoint, report] of [
    [reportBloodRequest, reportRequest],
    [reportOffer, reportOtherSide],
  ] as const)
    serve(http, endpoint, async ({ params: { id }, body: form, actor: reporter }) => {
      const reporting = { reporter, form, limits, timeZone, now: now() }
      await inTransaction(db, db => report(db, id, reporting))
      return reportForReporter({ ...form, reportedAt: reporting.now })
    })

  serve(http, cases.listReportCases, async ({ query, actor }) => {
    const page = await listCases(db, query)
    return { ...page, records: await presentCases(db, page.records, actor) }
  })

  const presentCase = async (id: string, actor: User): Promise<ReportCase> => {
    const [presented] = await presentCases(db, [await getCase(db, id)], actor)
    return presented as ReportCase
  }

  /** Whoever is reported never learns who reported them, an admin neither. */
  const requireCaseOfOther = async (id: string, actor: User) => {
    const { userId } = await getCase(db, id)
    if (userId && isSamePerson(await findUser(db, userId), actor)) throw refuse('own-report-case')
  }

  serve(http, cases.readReportCase, ({ params: { id }, actor }) => presentCase(id, actor))

  serve(http, cases.listReportsOfCase, async ({ params: { id }, query, actor }) => {
    await requireCaseOfOther(id, actor)
    const page = await listReportsOfCase(db, id, query)
    return { ...page, records: page.records.map(reportForAdmins) }
  })

  serve(http, cases.listNotesOfCase, async ({ params: { id }, actor }) => {
    await requireCaseOfOther(id, actor)
    const notes = await listNotesOfCase(db, id)
    return { notes: notes.map(({ text, writtenAt }) => ({ text, writtenAt: writtenAt.toISOString() })) }
  })

  const decide = async (actor: User, decision: Decision & { id: string; reports: number }) => {
    await inTransaction(db, db => decideCase(db, decision, { actor, now: now(), hooks }))
    return presentCase(decision.id, actor)
  }

  serve(http, cases.clearReportCase, ({ params, body, actor }) =>
    decide(actor, { ...params, ...body, decision: 'cleared' }),
  )

  serve(http, cases.upholdReportCase, ({ params, body, actor }) =>
    decide(actor, { ...params, ...body, decision: 'upheld' }),
  )

  serve(http, cases.suspendReportedPerson, async ({ params, body, actor }) => {
    const decided = await decide(actor, { ...params, ...body, decision: 'suspended' })
    const userId = decided.person?.id ?? null
    recordSecurityEvent('suspended', { actorId: actor.id, userId, reason: body.reason })
    return decided
  })

  serve(http, cases.dismissReport, async ({ params, body, actor }) =>
    presentCase(await dismiss(db, { ...params, ...body }, { actor, now: now(), hooks }), actor),
  )
}
