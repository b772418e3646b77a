import { listContactReveals, revealDonorNumber } from '@blood-bank/contract/offers/contact-reveals'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { formatContactNumber } from '../../../identity/numbers/contact-number.ts'
import { inTransaction } from '../../../platform/database/connection.ts'
import { Refusal } from '../../../platform/http/refuse.ts'
import { findBloodRequests } from '../../blood-requests/queries.ts'
import { listRevealsOfOwner } from './queries.ts'
import { revealNumber } from './reveal-number.ts'
import { revealForOwner } from './view.ts'

/** Who can see a person's number, who has seen it, and admins who look one up. */
export function contactLedgerRoutes({
  http,
  db,
  config,
  attemptLimits,
  recordSecurityEvent,
  now,
}: Context): void {
  const { defaultPhoneCountry, timeZone } = config
  serve(http, listContactReveals, async ({ query, actor }) => {
    const page = await listRevealsOfOwner(db, actor.id, query)
    const ids = page.records.map(({ bloodRequestId }) => bloodRequestId)
    const bloodRequests = await findBloodRequests(db, ids)
    const present = (reveal: (typeof page.records)[number]) =>
      revealForOwner(reveal, bloodRequests.get(reveal.bloodRequestId))
    return { ...page, records: page.records.map(present) }
  })

  serve(http, revealDonorNumber, async ({ params: { id }, actor }) => {
    const reveal = { id, viewer: actor, timeZone, attemptLimits, now: now() }
    const result = await inTransaction(db, db => revealNumber(db, reveal))
    // Thrown after the emails to the other admins were stored.
    if (result instanceof Refusal) {
      recordSecurityEvent('number-reveals-limit-reached', { actorId: actor.id })
      throw result
    }
    return { contactNumber: formatContactNumber(result, defaultPhoneCountry) }
  })
}
