import { reportBloodRequest, reportOffer } from '@blood-bank/contract/reports/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { reportOtherSide, reportRequest } from './reporting.ts'
import { reportForReporter } from './view.ts'

/** Members report blood requests, and each other through an offer. */
export function reportRoutes({ http, db, config: { limits, timeZone }, now }: Context): void {
  serve(http, reportBloodRequest, async ({ params: { id }, body, actor }) => {
    const reporting = { reporter: actor, form: body, limits, timeZone, now: now() }
    const report = await inTransaction(db, db => reportRequest(db, id, reporting))
    return reportForReporter({ ...report, text: body.text })
  })

  serve(http, reportOffer, async ({ params: { id }, body, actor }) => {
    const reporting = { reporter: actor, form: body, limits, timeZone, now: now() }
    const report = await inTransaction(db, db => reportOtherSide(db, id, reporting))
    return reportForReporter({ ...report, text: body.text })
  })
}
