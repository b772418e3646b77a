import type { BloodRequest } from '../blood-requests/endpoints.ts'
import { type BloodGroup, withMinus } from '../donors/blood-groups.ts'
import type { Component } from '../donors/components.ts'
import { formatCalendarDate } from '../donors/eligibility.ts'
import type { Donor } from '../donors/endpoints.ts'
import { groupsThatMeet, meets, type Need } from '../donors/needs.ts'
import type { RefusalCode } from '../errors.ts'
import type { Actor } from '../users/actors.ts'
import type { OfferStatus } from './endpoints.ts'

/** What decides whether somebody may offer to donate for a blood request. */
export type OfferSituation = {
  actor: Pick<Actor, 'id' | 'emailVerified'>
  /** The actor's donor profile. */
  donor: Pick<
    Donor,
    'bloodGroup' | 'isAvailable' | 'isProfileActive' | 'eligibleFrom' | 'plateletsFrom'
  > | null
  /** Whether the donor has said to be asked for platelets by machine, too; null where that is not known. */
  acceptsPlatelets: boolean | null
  /** Null to ask whether the person may offer at all: for a request of somebody else for blood that they can give. */
  bloodRequest: (Need & Pick<BloodRequest, 'id' | 'userId' | 'status'>) | null
  /** The actor's offers: the standing one, of which a donor has one at most, and all for this request. */
  offers: readonly (SettledState & { bloodRequestId: string | null })[]
}

/** The status of an offer, and whether the hospital could not take its donor. */
type SettledState = { status: OfferStatus; isTurnedAway?: boolean | undefined }

/** The message of `donor-not-eligible` for a donor who rests by choice. */
export const RESTING_BY_CHOICE =
  "You asked not to be asked yet. To offer now, change “Don't ask me before” in your donor profile."

/** The message of `donor-not-eligible` for a donor who gave lately. */
export const describeFirstDay = (component: Component, day: string) =>
  `You can ${component === 'apheresis-platelets' ? 'give platelets' : 'donate'} again from ${formatCalendarDate(day)}.`

/** The message of `incompatible-blood-group` where the donor's group is known. */
export const describeIncompatible = (donor: BloodGroup, need: Need) =>
  `You are ${withMinus(donor)}: ${
    need.component === 'blood'
      ? `you can't give to ${withMinus(need.requiredBloodGroup)}`
      : `platelets of ${groupsThatMeet(need).map(withMinus).join(' or ')} are needed`
  }.`

/** A donor may withdraw and offer once more; further rounds would only send emails and reveal the number again. */
const MAX_WITHDRAWALS = 2

/** Why a donor can offer no more for a request, by their offers for it; null while they can. */
export function reasonToOfferNoMore(offers: readonly SettledState[]): RefusalCode | null {
  if (offers.some(({ isTurnedAway }) => isTurnedAway)) return 'offer-turned-away'
  if (offers.some(({ status }) => status === 'released')) return 'offer-was-released'
  const withdrawals = offers.filter(({ status }) => status === 'withdrawn').length
  return withdrawals >= MAX_WITHDRAWALS ? 'offer-withdrawn-twice' : null
}

/**
 * The reason why somebody may not offer to donate; null if they may. The server enforces it, and the page explains it in
 * place of the button. The first reason that applies is the one that the person can do something about.
 */
export function reasonNotToOffer({
  actor,
  donor,
  acceptsPlatelets,
  bloodRequest,
  offers,
}: OfferSituation): RefusalCode | null {
  const offersHere = offers.filter(({ bloodRequestId }) => bloodRequestId === bloodRequest?.id)
  const here = offersHere.map(({ status }) => status)
  if (bloodRequest?.userId === actor.id) return 'own-blood-request'
  if (here.includes('offered')) return 'already-offered'
  if (bloodRequest && bloodRequest.status !== 'active') return 'blood-request-closed'
  const noMore = reasonToOfferNoMore(offersHere)
  if (noMore) return noMore
  if (!actor.emailVerified) return 'email-not-verified'
  if (!donor) return 'not-a-donor'
  if (bloodRequest && !meets(donor.bloodGroup, bloodRequest)) return 'incompatible-blood-group'
  if (!donor.isProfileActive) return 'donor-inactive'
  if (!donor.isAvailable) return 'donor-unavailable'
  const isByMachine = bloodRequest?.component === 'apheresis-platelets'
  if (isByMachine && acceptsPlatelets === false) return 'platelets-not-chosen'
  if ((isByMachine ? donor.plateletsFrom : donor.eligibleFrom) !== null) return 'donor-not-eligible'
  // The date of that donation no longer counts: it is disputed, or was corrected.
  if (here.includes('donated')) return 'already-offered'
  return offers.some(({ status }) => status === 'offered') ? 'other-offer-stands' : null
}
