import { needsPlatelets } from '@blood-bank/contract/blood-requests/descriptions'
import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import * as bloodRequests from '@blood-bank/contract/blood-requests/endpoints'
import {
  type BloodRequestForm,
  numberInPlaceMessage,
  type PLACE_LABELS,
  postBloodRequest,
} from '@blood-bank/contract/blood-requests/posting'
import { hasWholeName } from '@blood-bank/contract/blood-requests/public-hospital'
import { WITHHELD_NUMBER } from '@blood-bank/contract/contact-numbers/withheld'
import { Id } from '@blood-bank/contract/forms'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { refuse, refuseField } from '../../platform/http/refuse.ts'
import { hasContactNumber, normalizeContactNumber } from '../contact-numbers/contact-number.ts'
import type { BloodRequestHooks } from './hooks.ts'
import { isKnownHospital } from './hospitals/public-place.ts'
import { readNeededBy } from './needed-by.ts'
import { findPosted, postWithinLimits } from './posting.ts'
import * as queries from './queries.ts'
import type { BloodRequestRow } from './tables.ts'
import { bloodRequestForMembers, bloodRequestForOwner, presentWithProgress } from './view.ts'

type BloodRequestPlace = Pick<BloodRequestForm, keyof typeof PLACE_LABELS>

/** A list of blood requests shows their progress, too. */
const SHOWN_TABLES = ['blood_requests', 'offers', 'donations'] as const

export function bloodRequestRoutes(
  { http, db, config, recordSecurityEvent, now }: Context,
  { readProgress }: Pick<BloodRequestHooks, 'readProgress'>,
): void {
  const { defaultPhoneCountry: country, timeZone, limits } = config
  const presentAll = presentWithProgress(bloodRequestForMembers, { country, readProgress })
  const presentForOwner = presentWithProgress(bloodRequestForOwner, { country, readProgress })
  const presentForOthers = async (rows: BloodRequestRow[], withholdsNumbers: boolean) => {
    const presented = await presentAll(db, rows)
    return withholdsNumbers ? presented.map(record => ({ ...record, ...WITHHELD_NUMBER })) : presented
  }

  serve(http, postBloodRequest, async ({ body, actor, req }) => {
    const { isAnotherRequest, isHospitalName, ...rest } = body
    const idempotencyKey = idempotencyKeyOf(req)
    const present = (posted: BloodRequestRow) =>
      bloodRequestForMembers(posted, { country, progress: undefined })
    const contactNumber = normalizeContactNumber(rest.contactNumber, country)
    let neededBy: Date | null
    try {
      checkNumbers(rest)
      neededBy = readNeededBy(rest.neededBy, { now: now(), timeZone })
      if (!isHospitalName && hasWholeName(rest.hospitalName, rest.patientName))
        await requireKnownHospital(actor.id, rest)
    } catch (refusal) {
      // It may be sent again because the first reply was lost, and something else may be true since.
      const posted = await findPosted(db, actor.id, idempotencyKey)
      if (!posted) throw refusal
      return present(posted)
    }
    const takesOtherGroups = needsPlatelets(rest) && rest.takesOtherGroups
    const form = { ...rest, takesOtherGroups, contactNumber, neededBy }
    const request = { owner: actor, form, isAnotherRequest, idempotencyKey }
    const posting = { limits, timeZone, recordSecurityEvent, now: now() }
    return present(await postWithinLimits(db, request, posting))
  })

  function checkNumbers(form: BloodRequestPlace) {
    for (const field of ['hospitalName', 'hospitalLocation'] as const) {
      if (!hasContactNumber(form[field] ?? '', country)) continue
      const message = numberInPlaceMessage(field)
      throw refuse('invalid-input', { message, fields: { [field]: message } })
    }
  }

  async function requireKnownHospital(userId: string, { hospitalName }: BloodRequestPlace) {
    if (await isKnownHospital(db, { userId, hospitalName }, now())) return
    throw refuseField('hospitalName', 'hospital-has-patient-name')
  }

  serve(
    http,
    bloodRequests.listActiveBloodRequests,
    async ({ query, withholdsNumbers }) => {
      const page = await queries.listActiveBloodRequests(db, query)
      return { ...page, records: await presentForOthers(page.records, withholdsNumbers) }
    },
    { cachedUntilChangeOf: SHOWN_TABLES, limits: 'numbers' },
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
    { limits: 'numbers' },
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

/**
 * The idempotency key of a call, with which it can be repeated without being executed twice; null if there is none.
 * @throws Refusal invalid-input if it is not a UUID
 */
function idempotencyKeyOf(req: FastifyRequest): string | null {
  const key = req.headers['idempotency-key']
  if (key === undefined) return null
  const read = Id.safeParse(key)
  if (!read.success)
    throw refuse('invalid-input', { message: 'The Idempotency-Key of this call must be a UUID.' })
  return read.data
}
