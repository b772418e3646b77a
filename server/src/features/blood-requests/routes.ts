import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import * as bloodRequests from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { WITHHELD_NUMBER } from '@blood-bank/contract/numbers/contact-numbers'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { normalizeContactNumber } from '../../identity/numbers/contact-number.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { BloodRequestHooks } from './hooks.ts'
import { readNeededBy } from './needed-by.ts'
import { createPosting, findPosted } from './posting.ts'
import * as queries from './queries.ts'
import type { BloodRequestRow, PostedBloodRequest } from './tables.ts'
import { bloodRequestForMembers, bloodRequestForOwner, presentWithProgress } from './view.ts'

/** A list of blood requests shows their progress, too. */
const SHOWN_TABLES = ['blood_requests', 'offers', 'donations'] as const

export function bloodRequestRoutes(
  { http, db, config, recordSecurityEvent, now }: Context,
  { readProgress }: Pick<BloodRequestHooks, 'readProgress'>,
): void {
  const { defaultPhoneCountry: country, timeZone, limits } = config
  const post = createPosting(db, { limits, timeZone, recordSecurityEvent, now })
  const presentAll = presentWithProgress(bloodRequestForMembers, { country, readProgress })
  const presentForOwner = presentWithProgress(bloodRequestForOwner, { country, readProgress })
  const presentForOthers = async (rows: BloodRequestRow[], withholdsNumbers: boolean) => {
    const presented = await presentAll(db, rows)
    return withholdsNumbers ? presented.map(record => ({ ...record, ...WITHHELD_NUMBER })) : presented
  }
  const namesIn = ({ patientName, contactPerson }: BloodRequest) => [patientName, contactPerson]

  serve(http, postBloodRequest, async ({ body, actor, req }) => {
    const { isAnotherRequest, ...rest } = body
    const idempotencyKey = idempotencyKeyOf(req)
    const present = (posted: PostedBloodRequest) =>
      bloodRequestForMembers(posted, { country, progress: undefined })
    const contactNumber = normalizeContactNumber(rest.contactNumber, country)
    let neededBy: Date | null
    try {
      neededBy = readNeededBy(rest.neededBy, { now: now(), timeZone })
    } catch (refusal) {
      // It may be sent again when the time has passed, because the first reply was lost.
      const posted = await findPosted(db, actor.id, idempotencyKey)
      if (!posted) throw refusal
      return present(posted)
    }
    const form = { ...rest, contactNumber, neededBy }
    return present(await post({ owner: actor, form, isAnotherRequest, idempotencyKey }))
  })

  serve(
    http,
    bloodRequests.listActiveBloodRequests,
    async ({ query, withholdsNumbers }) => {
      const page = await queries.listActiveBloodRequests(db, query)
      return { ...page, records: await presentForOthers(page.records, withholdsNumbers) }
    },
    {
      cachedUntilChangeOf: SHOWN_TABLES,
      numbersIn: ({ records }) => records.map(({ contactNumber }) => contactNumber),
      namesIn: ({ records }) => records.flatMap(namesIn),
    },
  )

  serve(
    http,
    bloodRequests.readBloodRequest,
    async ({ params: { id }, withholdsNumbers }) => {
      const bloodRequest = await queries.findListedBloodRequest(db, id)
      if (!bloodRequest) throw refuse('blood-request-not-found')
      const [presented] = await presentForOthers([bloodRequest], withholdsNumbers)
      return presented as BloodRequest
    },
    { numbersIn: ({ contactNumber }) => [contactNumber], namesIn },
  )

  serve(
    http,
    bloodRequests.listOwnBloodRequests,
    async ({ query, actor }) => {
      const page = await queries.listBloodRequestsOfUser(db, actor.id, query)
      return { ...page, records: await presentForOwner(db, page.records) }
    },
    { cachedUntilChangeOf: SHOWN_TABLES, isPersonal: true },
  )
}
