import type { Donation, OwnDonation } from '@blood-bank/contract/offers/donations'
import type { OfferOfDonor, OnTheWay, OwnOffer, ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import type { BloodRequestRow } from '../blood-requests/tables.ts'
import { formatContactNumber } from '../contact-numbers/contact-number.ts'
import type { DonorRow } from '../donors/tables.ts'
import type { DonationRow } from './donations/tables.ts'
import { isTurnedAway } from './queries.ts'
import { isUnconfirmed, undoableUntil } from './recording.ts'
import type { OfferRow } from './tables.ts'
import { turnedAwayUndoableUntil } from './turning-away.ts'

/** Whether donor and requester see each other's contact: while the offer stands, and for 48 hours after the donation. */
export const showsContact = (offer: OfferRow, now: Date): boolean =>
  offer.status === 'offered' ||
  (offer.status === 'donated' && offer.contactUntil !== null && now < offer.contactUntil)

/** That the donor is on the way, and when they arrive. */
const onTheWayOf = ({ onTheWaySaidAt, onTheWayMinutes }: OfferRow): OnTheWay | null =>
  onTheWaySaidAt && onTheWayMinutes
    ? { saidAt: onTheWaySaidAt.toISOString(), minutes: onTheWayMinutes }
    : null

/** An offer of a donor for admins. */
export const offerForAdmins = (offer: OfferRow, bloodRequest: BloodRequestRow | undefined): OfferOfDonor => ({
  id: offer.id,
  status: offer.status,
  offeredAt: offer.offeredAt.toISOString(),
  settledAt: offer.settledAt?.toISOString() ?? null,
  requiredBloodGroup: offer.requiredBloodGroup,
  component: offer.component,
  bloodRequest: bloodRequest
    ? {
        id: bloodRequest.id,
        status: bloodRequest.status,
        unitsRequired: bloodRequest.unitsRequired,
        urgency: bloodRequest.urgency,
        hospitalName: bloodRequest.hospitalName,
        hospitalLocation: bloodRequest.hospitalLocation,
      }
    : null,
})

type OwnOptions = {
  bloodRequest: BloodRequestRow | undefined
  donation?: DonationRow | undefined
  country: string
  now: Date
}

/** An offer for the donor who made it. */
export const offerForDonor = (
  offer: OfferRow,
  { bloodRequest, donation, country, now }: OwnOptions,
): OwnOffer => ({
  ...offerForAdmins(offer, bloodRequest),
  contact:
    bloodRequest && showsContact(offer, now)
      ? {
          patientName: bloodRequest.patientName,
          contactPerson: bloodRequest.contactPerson,
          contactNumber: formatContactNumber(bloodRequest.contactNumber, country),
        }
      : null,
  onTheWay: onTheWayOf(offer),
  ...(isTurnedAway(offer) && { isTurnedAway: true as const }),
  ...(donation?.recordedBy === 'donor' && { hasSaidGave: true as const }),
})

type ReceivedOptions = {
  donor: DonorRow | undefined
  donation: DonationRow | undefined
  /** Whether a donation for this offer was undone before. */
  wasUndone: boolean
  /** Whether the reader is the owner of the blood request, to whom the number is revealed. */
  isForOwner: boolean
  country: string
  now: Date
}

/** An offer for the owner of the blood request or an admin. */
export const offerForRequester = (
  offer: OfferRow,
  { donor, donation, wasUndone, isForOwner, country, now }: ReceivedOptions,
): ReceivedOffer => ({
  id: offer.id,
  status: offer.status,
  offeredAt: offer.offeredAt.toISOString(),
  settledAt: offer.settledAt?.toISOString() ?? null,
  donor:
    donor && showsContact(offer, now)
      ? {
          fullName: donor.fullName,
          bloodGroup: donor.bloodGroup,
          contactNumber:
            isForOwner || donor.allowContactVisibility
              ? formatContactNumber(donor.contactNumber, country)
              : null,
        }
      : null,
  onTheWay: isForOwner ? onTheWayOf(offer) : null,
  ...(isTurnedAway(offer) && {
    turnedAway: { undoableUntil: turnedAwayUndoableUntil(offer)?.toISOString() ?? null },
  }),
  donation: donation
    ? {
        id: donation.id,
        donatedOn: donation.donatedOn,
        undoableUntil:
          donation.recordedBy !== 'admin' && !isUnconfirmed(donation) && !wasUndone
            ? undoableUntil(donation).toISOString()
            : null,
        ...(donation.recordedBy === 'donor' && { isOwnWord: true as const }),
        ...(isUnconfirmed(donation) && { isUnconfirmed: true as const }),
      }
    : null,
})

/** A donation for its donor. One that the donor disputes has no thank-you. */
export const donationForDonor = (donation: DonationRow): OwnDonation => ({
  ...donationForAdmins(donation),
  thankYou: donation.disputedAt ? null : donation.thankYou,
})

/** A donation for admins, who do not read the thank-you. */
export const donationForAdmins = (donation: DonationRow): Donation => ({
  id: donation.id,
  component: donation.component,
  donatedOn: donation.donatedOn,
  recordedBy: donation.recordedBy,
  recordedAt: donation.recordedAt.toISOString(),
  disputedAt: donation.disputedAt?.toISOString() ?? null,
})
