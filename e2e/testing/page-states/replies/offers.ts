import { A_BLOOD_REQUEST } from './blood-requests.ts'

/** Offers and donations that the demo does not have at hand, in all their states. */
const idOf = (number: number) => `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`

export const listOf = (...records: object[]) => ({ records, next: null, total: records.length })

export const DONOR = {
  id: idOf(11),
  email: 'donor@example.edu',
  fullName: 'Rima Akter',
  universityId: 'CSE-2021-017',
  universityRole: 'student',
  department: 'Computer Science',
  bloodGroup: 'A-',
  contactNumber: '01712-345678',
  isAvailable: true,
  lastDonationDate: null,
  recordedDonationDate: null,
  eligibleFrom: null,
  allowContactVisibility: false,
  isVerified: true,
  verificationChangedAt: null,
  isProfileActive: true,
  activationChangedAt: null,
  registeredAt: '2026-02-14T10:15:00.000Z',
}

export const REQUESTS = listOf(
  { ...A_BLOOD_REQUEST, unitsGiven: 1, offersStanding: 2 },
  {
    ...A_BLOOD_REQUEST,
    id: idOf(12),
    patientName: 'Delwar Mia',
    requiredBloodGroup: 'B-',
    contactPerson: 'Tasnim Khatun',
  },
)

export const OWN_OFFER = {
  id: idOf(13),
  status: 'offered',
  offeredAt: '2026-03-14T11:15:00.000Z',
  settledAt: null,
  requiredBloodGroup: 'AB-',
  bloodRequest: {
    id: A_BLOOD_REQUEST.id,
    status: 'active',
    unitsRequired: 2,
    urgency: 'moderate',
    hospitalName: 'Dhaka Medical College Hospital',
    hospitalLocation: 'Ward 12, second floor',
  },
  contact: { patientName: 'Selina Parvin', contactPerson: 'Nadia Karim', contactNumber: '01812-345678' },
  onTheWay: null,
}

/** A standing offer whose donor has said when they arrive. */
export const ON_THE_WAY = { ...OWN_OFFER, onTheWay: { saidAt: '2026-03-14T11:20:00.000Z', minutes: 30 } }

const SETTLED = { settledAt: '2026-03-15T11:15:00.000Z', contact: null }

export const OWN_OFFERS = listOf(
  OWN_OFFER,
  { ...OWN_OFFER, ...SETTLED, id: idOf(14), status: 'donated' },
  { ...OWN_OFFER, ...SETTLED, id: idOf(15), status: 'withdrawn' },
  { ...OWN_OFFER, ...SETTLED, id: idOf(16), status: 'released', bloodRequest: null },
)

const RECEIVED_OFFER = {
  id: idOf(17),
  status: 'offered',
  offeredAt: '2026-03-14T11:15:00.000Z',
  settledAt: null,
  donor: { fullName: 'Mitu Das', bloodGroup: 'O-', contactNumber: '01912-345678' },
  donation: null,
}

export const RECEIVED_OFFERS = listOf(
  RECEIVED_OFFER,
  { ...RECEIVED_OFFER, id: idOf(18), status: 'withdrawn', settledAt: SETTLED.settledAt, donor: null },
  { ...RECEIVED_OFFER, id: idOf(19), status: 'released', settledAt: SETTLED.settledAt, donor: null },
  {
    ...RECEIVED_OFFER,
    id: idOf(20),
    status: 'donated',
    settledAt: SETTLED.settledAt,
    donation: { id: idOf(21), donatedOn: '2026-03-15', undoableUntil: '2126-03-16T11:15:00.000Z' },
  },
)

const DONATION = {
  id: idOf(21),
  donatedOn: '2026-03-15',
  recordedBy: 'requester',
  recordedAt: '2026-03-15T11:15:00.000Z',
  disputedAt: null,
  thankYou: null,
}

export const OWN_DONATIONS = listOf(
  { ...DONATION, thankYou: 'for-a-stranger' },
  { ...DONATION, id: idOf(22), donatedOn: '2025-10-02', recordedBy: 'admin', disputedAt: SETTLED.settledAt },
  { ...DONATION, id: idOf(23), donatedOn: '2025-03-14', recordedBy: 'donor' },
)
