import * as confirmations from '@blood-bank/contract/blood-requests/confirmations'
import { mayConfirm, owns } from '@blood-bank/contract/blood-requests/rules'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { findUser } from '../../../identity/users/store.ts'
import { type Database, inTransaction } from '../../../platform/database/connection.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { BloodRequestHooks } from '../hooks.ts'
import { findPublicPlace } from '../hospitals/public-place.ts'
import { getBloodRequest, refuseInactive } from '../queries.ts'
import { closeBloodRequest, confirmBloodRequest } from '../store.ts'
import type { BloodRequestRow } from '../tables.ts'
import { bloodRequestForLink, bloodRequestForMembers } from '../view.ts'
import { requireOpenBloodRequest } from './links.ts'

/**
 * Whether blood is still needed: the owner says so on the dashboard, or signed out by the link in an email. The token is in
 * the body, as URLs get into logs.
 */
export function confirmationRoutes(
  { http, db, config, now }: Context,
  { readProgress, afterClosing }: Pick<BloodRequestHooks, 'readProgress' | 'afterClosing'>,
): void {
  const progressOf = async ({ id }: BloodRequestRow) => (await readProgress(db, [id])).get(id)

  async function present(bloodRequest: BloodRequestRow) {
    const place = await findPublicPlace(db, bloodRequest, now())
    return {
      ...bloodRequestForLink(bloodRequest, { place, progress: await progressOf(bloodRequest) }),
      unconfirmedSince: bloodRequest.unconfirmedSince?.toISOString() ?? null,
    }
  }

  serve(http, confirmations.confirmBloodRequest, async ({ params: { id }, actor }) => {
    const bloodRequest = await getBloodRequest(db, id, { actor, isAllowed: owns })
    const confirmed = mayConfirm(actor, bloodRequest) && (await confirmBloodRequest(db, id, now()))
    if (!confirmed) throw await refuseInactive(db, id)
    const progress = await progressOf(confirmed)
    return bloodRequestForMembers(confirmed, { country: config.defaultPhoneCountry, progress })
  })

  serve(http, confirmations.readAskedConfirmation, async ({ body: { token } }) =>
    present(await requireOpenBloodRequest(db, token)),
  )

  serve(http, confirmations.confirmByLink, async ({ body: { token } }) => {
    const { id } = await requireOpenBloodRequest(db, token)
    const confirmed = await confirmBloodRequest(db, id, now())
    return present(confirmed ?? (await requireOpenBloodRequest(db, token)))
  })

  serve(http, confirmations.closeByLink, async ({ body: { token, status } }) => {
    await inTransaction(db, async db => {
      const { id, userId } = await requireOpenBloodRequest(db, token)
      const actor = await findUser(db, userId)
      const closed = actor && (await closeBloodRequest(db, id, { status, now: now() }))
      if (closed) await afterClosing(db, { bloodRequest: closed, donorsWhoGave: undefined, actor })
      // Somebody else has closed or deleted it in the meantime.
      else await requireDead(db, token)
    })
    return undefined
  })
}

/** @throws Refusal that says why the link is dead */
async function requireDead(db: Database, token: string): Promise<never> {
  await requireOpenBloodRequest(db, token)
  throw refuse('confirmation-link-unknown')
}
