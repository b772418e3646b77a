import type { AskedAlert } from '@blood-bank/contract/alerts/answers'
import type { OwnDonation } from '@blood-bank/contract/offers/donations'
import type { OwnOffer, ReceivedOffer } from '@blood-bank/contract/offers/endpoints'
import { aBloodRequestSummary } from './builders.ts'

/** A standing offer of `aUser()` for the request of another member. */
export const anOwnOffer = (overrides: Partial<OwnOffer> = {}): OwnOffer => ({
  id: '0192f0c1-0000-7000-8000-0000000000b1',
  status: 'offered',
  offeredAt: '2026-03-02T09:05:00.000Z',
  settledAt: null,
  requiredBloodGroup: 'O+',
  component: 'blood',
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
  component: 'blood',
  donatedOn: '2026-03-03',
  recordedBy: 'requester',
  recordedAt: '2026-03-03T12:00:00.000Z',
  disputedAt: null,
  thankYou: null,
  ...overrides,
})

/** What the link of an alert without an answer shows in a browser that is not known. */
export const askedAlert = (more: Partial<AskedAlert> = {}): AskedAlert => ({
  ...aBloodRequestSummary({ requiredBloodGroup: 'O+', hospitalLocation: 'Ward 12', unitsGiven: 1 }),
  answer: null,
  hasWithdrawn: false,
  cannotOffer: null,
  needsDigits: true,
  needsUniversityId: false,
  ownOffer: null,
  ...more,
})

/** After a yes, for a browser that is known or has proved to be the donor's. */
export function acceptedAlert(more: Partial<AskedAlert> = {}, offer: Partial<OwnOffer> = {}): AskedAlert {
  const own = anOwnOffer(offer)
  const bloodRequest = own.bloodRequest && { ...own.bloodRequest, hospitalLocation: 'Ward 12, Dhanmondi' }
  return askedAlert({ answer: 'yes', ownOffer: { ...own, bloodRequest, donorName: 'Rima Akter' }, ...more })
}
