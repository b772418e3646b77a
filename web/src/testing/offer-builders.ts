import type { OwnDonation } from '@blood-bank/contract/offers/donations'
import type { OwnOffer, ReceivedOffer } from '@blood-bank/contract/offers/endpoints'

/** A standing offer of `aUser()` for the request of another member. */
export const anOwnOffer = (overrides: Partial<OwnOffer> = {}): OwnOffer => ({
  id: '0192f0c1-0000-7000-8000-0000000000b1',
  status: 'offered',
  offeredAt: '2026-03-02T09:05:00.000Z',
  settledAt: null,
  requiredBloodGroup: 'O+',
  bloodRequest: {
    id: '0192f0c1-0000-7000-8000-0000000000ab',
    status: 'active',
    unitsRequired: 2,
    urgency: 'urgent',
    hospitalName: 'City Hospital',
    hospitalLocation: null,
  },
  contact: { patientName: 'Fatema Begum', contactPerson: 'Tasnim Khatun', contactNumber: '01812-345678' },
  onTheWay: null,
  ...overrides,
})

/** A standing offer for the request of `aUser()`. */
export const aReceivedOffer = (overrides: Partial<ReceivedOffer> = {}): ReceivedOffer => ({
  id: '0192f0c1-0000-7000-8000-0000000000c1',
  status: 'offered',
  offeredAt: '2026-03-02T09:05:00.000Z',
  settledAt: null,
  donor: { fullName: 'Mitu Das', bloodGroup: 'AB-', contactNumber: '01912-345678' },
  onTheWay: null,
  donation: null,
  ...overrides,
})

/** A donation of `aUser()` that the owner of a blood request recorded. */
export const aDonation = (overrides: Partial<OwnDonation> = {}): OwnDonation => ({
  id: '0192f0c1-0000-7000-8000-0000000000d1',
  donatedOn: '2026-03-03',
  recordedBy: 'requester',
  recordedAt: '2026-03-03T12:00:00.000Z',
  disputedAt: null,
  thankYou: null,
  ...overrides,
})
