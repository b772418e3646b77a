import {
  exportBloodRequests,
  findBloodRequestReal,
  listBloodRequests,
} from '@blood-bank/contract/blood-requests/administration'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { exportRecords } from '../../identity/audit/export-records.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import * as queries from './admin-queries.ts'
import type { BloodRequestHooks } from './hooks.ts'
import { getBloodRequest, refuseInactive } from './queries.ts'
import { setFoundReal } from './store.ts'
import { bloodRequestForAdmins, bloodRequestForExport, presentWithProgress } from './view.ts'

/** Manage Requests: list, export, and what only admins say. They close and delete by the same endpoints as owners. */
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

  serve(http, findBloodRequestReal, async ({ params: { id }, actor }) => {
    const { status, foundRealAt } = await getBloodRequest(db, id, { actor, isAllowed: isAdmin })
    if (status === 'cancelled') throw await refuseInactive(db, id)
    if (foundRealAt) return undefined
    await inTransaction(db, async db => {
      // Another admin may have pressed it at the same moment.
      if (!(await setFoundReal(db, id, now()))) return
      await recordAction(db, {
        actorId: actor.id,
        action: 'blood-request-found-real',
        targetId: id,
        before: null,
        after: null,
      })
    })
    return undefined
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
