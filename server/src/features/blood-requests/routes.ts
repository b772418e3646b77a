import * as bloodRequests from '@blood-bank/contract/blood-requests'
import { type BloodRequest, mayManage, owns } from '@blood-bank/contract/blood-requests'
import type { CountedPage } from '@blood-bank/contract/paging'
import { postBloodRequest } from '@blood-bank/contract/posting'
import type { User } from '@blood-bank/contract/users'
import { recordAction } from '../../identity/audit/record-action.ts'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import { normalizeContactNumber } from '../../platform/phone/contact-number.ts'
import { refuse } from '../../platform/refuse.ts'
import type { BloodRequestHooks } from './hooks.ts'
import { readNeededBy } from './needed-by.ts'
import { createPosting } from './posting.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'
import type { BloodRequestRow, PostedBloodRequest } from './tables.ts'
import { bloodRequestForMembers } from './view.ts'

/** A list of blood requests shows their progress, too. */
const SHOWN_TABLES = ['blood_requests', 'offers', 'donations'] as const

export function bloodRequestRoutes(
  { http, db, config, recordSecurityEvent, now }: Context,
  { readProgress, afterClosing, beforeDeleting }: BloodRequestHooks,
): void {
  const { defaultPhoneCountry: country, timeZone, limits } = config
  const post = createPosting(db, { limits, timeZone, recordSecurityEvent, now })
  const presentAll = async (db: Database, rows: PostedBloodRequest[]) => {
    const progress = await readProgress(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(row => bloodRequestForMembers(row, { country, progress: progress.get(row.id) }))
  }
  const presentPage = async (page: CountedPage<BloodRequestRow>) => ({
    ...page,
    records: await presentAll(db, page.records),
  })

  const getManaged = async (id: string, actor: User) => {
    const bloodRequest = await queries.findBloodRequest(db, id)
    if (!bloodRequest) throw refuse('blood-request-not-found')
    if (!mayManage(actor, bloodRequest)) throw refuse('not-yours')
    return bloodRequest
  }

  serve(http, postBloodRequest, async ({ body, actor, req }) => {
    const { isAnotherRequest, ...rest } = body
    const form = {
      ...rest,
      contactNumber: normalizeContactNumber(rest.contactNumber, country),
      neededBy: readNeededBy(rest.neededBy, { now: now(), timeZone }),
    }
    const idempotencyKey = idempotencyKeyOf(req)
    const posted = await post({ owner: actor, form, isAnotherRequest, idempotencyKey })
    return bloodRequestForMembers(posted, { country, progress: undefined })
  })

  serve(
    http,
    bloodRequests.listActiveBloodRequests,
    async ({ query }) => presentPage(await queries.listActiveBloodRequests(db, query)),
    {
      cachedUntilChangeOf: SHOWN_TABLES,
      numbersIn: ({ records }) => records.map(({ contactNumber }) => contactNumber),
    },
  )

  serve(
    http,
    bloodRequests.readBloodRequest,
    async ({ params: { id } }) => {
      const bloodRequest = await queries.findListedBloodRequest(db, id)
      if (!bloodRequest) throw refuse('blood-request-not-found')
      const [presented] = await presentAll(db, [bloodRequest])
      return presented as BloodRequest
    },
    { numbersIn: ({ contactNumber }) => [contactNumber] },
  )

  serve(
    http,
    bloodRequests.listOwnBloodRequests,
    async ({ query, actor }) => presentPage(await queries.listBloodRequestsOfUser(db, actor.id, query)),
    { cachedUntilChangeOf: SHOWN_TABLES, isPersonal: true },
  )

  serve(http, bloodRequests.closeBloodRequest, async ({ params: { id }, body, actor }) => {
    const { status, donorsWhoGave } = body
    const bloodRequest = await getManaged(id, actor)
    return inTransaction(db, async db => {
      const closed = await store.closeBloodRequest(db, id, status)
      if (!closed) throw refuse('blood-request-closed')
      await afterClosing(db, { bloodRequest: closed, donorsWhoGave, actor })
      if (!owns(actor, bloodRequest)) {
        const change = { before: { status: bloodRequest.status }, after: { status } }
        await recordAction(db, { actorId: actor.id, action: 'blood-request-closed', targetId: id, ...change })
      }
      const [presented] = await presentAll(db, [closed])
      return presented as BloodRequest
    })
  })

  serve(http, bloodRequests.deleteBloodRequest, async ({ params: { id }, actor }) => {
    const bloodRequest = await getManaged(id, actor)
    await inTransaction(db, async db => {
      if (!(await store.lockBloodRequest(db, id, 'for update'))) throw refuse('blood-request-not-found')
      await beforeDeleting(db, id)
      if (!(await store.deleteBloodRequest(db, id))) throw refuse('blood-request-not-found')
      if (!owns(actor, bloodRequest)) {
        const change = { before: { status: bloodRequest.status }, after: null }
        await recordAction(db, {
          actorId: actor.id,
          action: 'blood-request-deleted',
          targetId: id,
          ...change,
        })
      }
    })
    return undefined
  })
}
