import { exportBloodRequests, listBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { exportRecords } from '../../identity/audit/export-records.ts'
import * as queries from './admin-queries.ts'
import type { BloodRequestHooks } from './hooks.ts'
import { bloodRequestForAdmins, bloodRequestForExport, presentWithProgress } from './view.ts'

/** Manage Requests: list and export. Admins close and delete by the same endpoints as owners. */
export function bloodRequestAdminRoutes(
  { http, db, config, recordSecurityEvent, now }: Context,
  { readProgress, hasNoOfferForAnHour }: Pick<BloodRequestHooks, 'readProgress' | 'hasNoOfferForAnHour'>,
): void {
  const present = presentWithProgress(bloodRequestForAdmins, {
    country: config.defaultPhoneCountry,
    readProgress,
  })
  const withCondition = <Query extends object>(query: Query) => ({
    ...query,
    isWithoutOffer: hasNoOfferForAnHour(now()),
  })
  serve(http, listBloodRequests, async ({ query: asked }) => {
    const page = await queries.listBloodRequests(db, withCondition(asked))
    return { ...page, records: await present(db, page.records) }
  })

  serve(http, exportBloodRequests, ({ query: asked, actor }) => {
    const query = withCondition(asked)
    return exportRecords(db, {
      actorId: actor.id,
      recordSecurityEvent,
      what: 'blood-requests',
      now: now(),
      timeZone: config.timeZone,
      list: (db, place) => queries.listBloodRequests(db, { ...query, ...place }),
      rowOf: row => bloodRequestForExport(row, config),
    })
  })
}
