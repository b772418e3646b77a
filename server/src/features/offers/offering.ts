import { type EligibilityDay, restOf } from '@blood-bank/contract/donors/eligibility'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { RefusalCode } from '@blood-bank/contract/errors'
import {
  describeFirstDay,
  describeIncompatible,
  RESTING_BY_CHOICE,
  reasonNotToOffer,
} from '@blood-bank/contract/offers/offering'
import type { User } from '@blood-bank/contract/users/endpoints'
import { lockReferencedUser } from '../../identity/users/store.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { type Refusal, refuse } from '../../platform/http/refuse.ts'
import { isHiddenFromMembers } from '../blood-requests/queries.ts'
import { lockBloodRequest, replan } from '../blood-requests/store.ts'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { lockDonorOfUser } from '../donors/store.ts'
import type { DonorRow } from '../donors/tables.ts'
import { beginReveal } from './contact-ledger/store.ts'
import type { OfferHooks } from './hooks.ts'
import { isFirstOffer, listOffersThatDecide } from './queries.ts'
import { insertOffer } from './store.ts'
import type { OfferRow } from './tables.ts'
import { notifyRequester } from './taking-back.ts'

type Offering = {
  actor: Pick<User, 'id' | 'emailVerified'>
  bloodRequestId: string
  day: EligibilityDay
  now: Date
  hooks: OfferHooks
}

/**
 * Offers to donate: stores the offer, reveals the donor's number to the owner of the request, and tells the owner. Locks the
 * request and the donor profile, so that neither changes before the offer is stored. The lock of the profile is exclusive:
 * two offers of one donor are counted one after the other.
 * @throws Refusal blood-request-not-found, or the reason why the donor may not offer
 */
export async function makeOffer(
  db: Transaction,
  { actor, bloodRequestId, day, now, hooks }: Offering,
): Promise<OfferRow> {
  await lockReferencedUser(db, actor.id)
  const bloodRequest = await lockBloodRequest(db, bloodRequestId, 'for share')
  if (!bloodRequest || isHiddenFromMembers(bloodRequest)) throw refuse('blood-request-not-found')
  // An offer is also the answer to an alert. Alerts are locked before donors, as by the link of an alert.
  const isAnswer = await hooks.answerAlert(db, { bloodRequestId, userId: actor.id, answeredAt: now })
  const donor = await lockDonorOfUser(db, actor.id, 'for update')
  // Suspended during this call.
  if (donor?.isHidden) throw refuse('account-suspended')
  const reason = reasonNotToOffer({
    actor,
    donor: donor && {
      ...donor,
      eligibleFrom: restOf('blood', donor, day)?.until ?? null,
      plateletsFrom: restOf('apheresis-platelets', donor, day)?.until ?? null,
    },
    acceptsPlatelets:
      bloodRequest.component === 'apheresis-platelets' ? await hooks.acceptsPlatelets(db, actor.id) : null,
    bloodRequest,
    offers: await listOffersThatDecide(db, actor.id, bloodRequestId),
  })
  if (reason) throw refuseOffer(reason, { donor, bloodRequest, day })
  const { requiredBloodGroup, component, userId: viewerId } = bloodRequest
  const offer = await insertOffer(db, { userId: actor.id, bloodRequestId, requiredBloodGroup, component })
  if (!offer) throw refuse('other-offer-stands')
  await beginReveal(db, {
    revealId: offer.revealId,
    ownerId: actor.id,
    viewerId,
    occasion: 'offer',
    bloodRequestId,
  })
  await notifyRequester(db, 'offer-made', { offer, bloodRequest, causedBy: actor.id })
  await replan(db, [bloodRequestId])
  const isFirst = await isFirstOffer(db, offer)
  const minutesToFirst = isFirst ? minutesBetween(bloodRequest.requestedAt, now) : null
  hooks.recordOffer({ isAnswer, minutesToFirst })
  return offer
}

const minutesBetween = (from: Date, to: Date) => Math.max(0, to.getTime() - from.getTime()) / MINUTE_MS

type Refused = { donor: DonorRow | null; bloodRequest: BloodRequestRow; day: EligibilityDay }

function refuseOffer(reason: RefusalCode, { donor, bloodRequest, day }: Refused): Refusal {
  const { component } = bloodRequest
  if (reason === 'incompatible-blood-group' && donor && component !== 'blood')
    return refuse(reason, { message: describeIncompatible(donor.bloodGroup, bloodRequest) })
  const rest = donor && restOf(component, donor, day)
  if (reason !== 'donor-not-eligible' || !rest) return refuse(reason)
  // Without the date, as an offer can also be made by the link of a forwarded alert.
  const message = rest.isOwnChoice ? RESTING_BY_CHOICE : describeFirstDay(component, rest.until)
  return refuse(reason, { message })
}
