import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { groupsThatMeet } from '@blood-bank/contract/donors/needs'
import * as calls from '@blood-bank/contract/kept-donors/calls'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { startOfDate } from '../../../platform/clock/local-time.ts'
import { inTransaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findListedBloodRequest } from '../../blood-requests/queries.ts'
import { formatContactNumber } from '../../contact-numbers/contact-number.ts'
import { takeChange } from '../daily-numbers.ts'
import { findNames } from '../queries.ts'
import { callDonor } from './calling.ts'
import { type DonorCallHooks, endComing, noteCall } from './noting.ts'
import { findDonorsToCall, listBatches } from './queries.ts'
import { donorToCall } from './view.ts'

/** Coordinators call donors: kept ones of their hall, and registered ones who show their number. */
export function donorCallRoutes(
  { http, db, config, attemptLimits, now, today }: Context,
  hooks: DonorCallHooks,
): void {
  const { defaultPhoneCountry: country, intervals, timeZone } = config

  serve(http, calls.listDonorsToCall, async ({ query, actor, coordination }) => {
    const { bloodRequestId, bloodGroup, ...filters } = query
    const bloodRequest = bloodRequestId ? await findListedBloodRequest(db, bloodRequestId) : null
    if (bloodRequestId && !bloodRequest) throw refuse('blood-request-not-found')
    const bloodGroups = bloodRequest ? groupsThatMeet(bloodRequest) : BLOOD_GROUPS
    const day = { ...intervals, today: today() }
    const rows = await findDonorsToCall(db, {
      ...filters,
      coordination,
      callerId: actor.id,
      leftOut: bloodRequest ? [actor.id, bloodRequest.userId] : [actor.id],
      bloodRequestId,
      bloodGroups: bloodGroup ? bloodGroups.filter(group => group === bloodGroup) : bloodGroups,
      component: bloodRequest?.component ?? 'blood',
      day,
      dayBegan: startOfDate(day.today, timeZone),
      now: now(),
    })
    const nameOf = await findNames(
      db,
      rows.flatMap(({ keptBy, callerId }) => [keptBy, callerId]),
    )
    return {
      records: rows.map(row => donorToCall(row, { nameOf, viewerId: actor.id })),
      batches: await listBatches(db, coordination),
    }
  })

  serve(http, calls.callDonor, async ({ params, body, actor, coordination }) => {
    await takeChange(attemptLimits, actor)
    const calling = { ...params, ...body, actor, coordination, timeZone, now: now() }
    const day = { ...intervals, today: today() }
    const called = await inTransaction(db, db => callDonor(db, { ...calling, day }))
    return { ...called, contactNumber: formatContactNumber(called.contactNumber, country) }
  })

  serve(http, calls.noteCall, async ({ params: { id }, body, actor, coordination }) => {
    await takeChange(attemptLimits, actor)
    const noting = { id, ...body, actor, coordination, hooks, country }
    await inTransaction(db, db => noteCall(db, { ...noting, now: now() }))
    return { result: body.result }
  })

  serve(http, calls.endComing, async ({ params: { id }, body, coordination }) => {
    const ending = { id, ...body, coordination, today: today(), now: now() }
    await inTransaction(db, db => endComing(db, ending))
    return { outcome: body.outcome }
  })
}
