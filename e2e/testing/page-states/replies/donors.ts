import type { Refused } from '../page-state.ts'

const A_DONOR = {
  id: '0192f0c1-0000-7000-8000-000000000004',
  fullName: 'Rima Akter',
  universityRole: 'student',
  department: 'Computer Science and Engineering',
  bloodGroup: 'AB-',
  isVerified: true,
  contactNumber: '01712-345678',
  eligibleFrom: null,
}

/** A donor who can donate today, and one who cannot yet. */
export const TWO_DONORS = {
  records: [
    A_DONOR,
    {
      ...A_DONOR,
      id: '0192f0c1-0000-7000-8000-000000000005',
      fullName: 'Mohammad Abdullah Al Mamun Chowdhury',
      contactNumber: null,
      eligibleFrom: '2027-03-03',
    },
  ],
  next: null,
  total: 2,
}

/** A donor as admins see them, verified now. */
export const VERIFIED = {
  ...A_DONOR,
  userId: '0192f0c1-0000-7000-8000-000000000006',
  email: 'mamun@students.example.edu',
  fullName: 'Mohammad Abdullah Al Mamun Chowdhury',
  universityId: 'CSE-2021-042',
  isAvailable: true,
  lastDonationDate: null,
  recordedDonationDate: null,
  allowContactVisibility: true,
  isProfileActive: true,
  registeredAt: '2026-02-01T09:30:00.000Z',
}

export const NUMBER_SHOWN = { contactNumber: '+880 1812-345678' }

export const CONSENT_OUTDATED: Refused = {
  status: 409,
  error: {
    code: 'consent-outdated',
    message:
      'This donor has not agreed yet that admins look up their number. They are asked at their next visit.',
  },
}

/** A search of an unverified person after many phone numbers and names. */
export const SHORTENED_SEARCH = {
  ...TWO_DONORS,
  records: TWO_DONORS.records.map(donor => ({
    ...donor,
    contactNumber: null,
    isNumberWithheld: true,
    numberWithheldUntil: '2027-02-28T08:05:00Z',
  })),
  shortenedUntil: '2027-02-28T08:05:00Z',
}
