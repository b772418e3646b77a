import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { aBloodRequest, aDonor, anOwnOffer, aReceivedOffer } from '@blood-bank/web/testing/builders'

/** Records of several states that the demo does not have at hand. A different id for each number. */
export const idOf = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`

export const LONG_NAME = 'Mohammad Abdullah Al Mamun Chowdhury'
export const LONG_EMAIL = 'mohammad.abdullah.al.mamun.chowdhury@students.example.edu'
export const LONG_HOSPITAL = 'BangabandhuSheikhMujibMedicalUniversityHospital'.repeat(3)

/** A donor who may give for `A_BLOOD_REQUEST`. */
export const DONOR = aDonor({ bloodGroup: 'A-', isVerified: true })

/** Needs blood still, as its owner may be asked. */
export const A_BLOOD_REQUEST: BloodRequest = aBloodRequest({
  patientName: 'Selina Parvin',
  hospitalName: 'Dhaka Medical College Hospital',
  urgency: 'moderate',
  neededBy: '2026-03-15T12:00:00.000Z',
  unitsGiven: 1,
  offersStanding: 2,
  unconfirmedSince: '2026-03-15T12:00:00.000Z',
})

/** A standing offer whose donor has said when they arrive. */
export const ON_THE_WAY = anOwnOffer({ onTheWay: { saidAt: '2026-03-14T11:20:00.000Z', minutes: 30 } })

const settledAt = '2026-03-15T11:15:00.000Z'
/** A time until which something can be changed, whatever the clock says. */
const later = '2126-03-16T11:15:00.000Z'

/** In all their states. */
export const OWN_OFFERS = [
  anOwnOffer({
    bloodRequest: ON_THE_WAY.bloodRequest && { ...ON_THE_WAY.bloodRequest, id: A_BLOOD_REQUEST.id },
  }),
  anOwnOffer({ id: idOf(14), status: 'donated', settledAt: later, contact: null, hasSaidGave: true }),
  anOwnOffer({ id: idOf(15), status: 'withdrawn', settledAt, contact: null }),
  anOwnOffer({ id: idOf(16), status: 'released', settledAt, contact: null, bloodRequest: null }),
]
export const RECEIVED_OFFERS = [
  aReceivedOffer({ donor: { fullName: 'Mitu Das', bloodGroup: 'O-', contactNumber: '01912-345678' } }),
  aReceivedOffer({ id: idOf(18), status: 'withdrawn', settledAt, donor: null }),
  aReceivedOffer({
    id: idOf(19),
    status: 'released',
    settledAt,
    donor: null,
    turnedAway: { undoableUntil: later },
  }),
  aReceivedOffer({
    id: idOf(20),
    status: 'donated',
    settledAt,
    donation: {
      id: idOf(21),
      donatedOn: '2026-03-15',
      undoableUntil: null,
      isOwnWord: true,
      isUnconfirmed: true,
    },
  }),
]
