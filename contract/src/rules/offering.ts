import type { Actor } from '../actors.ts'
import type { BloodRequest } from '../blood-requests.ts'
import type { Donor } from '../donors.ts'
import type { RefusalCode } from '../errors.ts'
import { canGiveTo } from './compatibility.ts'

/** What decides whether somebody may offer to donate for a blood request. */
export type OfferSituation = {
  actor: Pick<Actor, 'id' | 'emailVerified'>
  /** The actor's donor profile. */
  donor: Pick<Donor, 'bloodGroup' | 'isAvailable' | 'isProfileActive' | 'eligibleFrom'> | null
  bloodRequest: Pick<BloodRequest, 'id' | 'userId' | 'status' | 'requiredBloodGroup'>
  /** The blood request of the actor's standing offer: a donor has one at most. */
  standingOffer: { bloodRequestId: string } | null
}

/**
 * The reason why somebody may not offer to donate; null if they may. The server enforces it, and the page explains it in
 * place of the button. The first reason that applies is the one that the person can do something about.
 */
export function reasonNotToOffer({
  actor,
  donor,
  bloodRequest,
  standingOffer,
}: OfferSituation): RefusalCode | null {
  if (bloodRequest.userId === actor.id) return 'own-blood-request'
  if (standingOffer?.bloodRequestId === bloodRequest.id) return 'already-offered'
  if (bloodRequest.status !== 'active') return 'blood-request-closed'
  if (!actor.emailVerified) return 'email-not-verified'
  if (!donor) return 'not-a-donor'
  if (!canGiveTo(donor.bloodGroup, bloodRequest.requiredBloodGroup)) return 'incompatible-blood-group'
  if (!donor.isProfileActive) return 'donor-inactive'
  if (!donor.isAvailable) return 'donor-unavailable'
  if (donor.eligibleFrom !== null) return 'donor-not-eligible'
  return standingOffer ? 'other-offer-stands' : null
}
