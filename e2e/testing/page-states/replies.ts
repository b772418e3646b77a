import type { Refused } from './page-state.ts'

/** Replies that the demo does not produce. */
export const EMPTY_LIST = { records: [], next: null, total: 0 }

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

export const messageReply = (message: string) => ({ message })

export const PASSWORD_NEEDED: Refused = {
  status: 403,
  error: {
    code: 'password-needed',
    message: 'To verify your email address in this browser, enter the password of your account.',
  },
}

export const A_BLOOD_REQUEST = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  userId: '0192f0c1-0000-7000-8000-000000000002',
  patientName: 'Selina Parvin',
  requiredBloodGroup: 'AB-',
  unitsRequired: 2,
  hospitalName: 'Dhaka Medical College Hospital',
  hospitalLocation: null,
  contactPerson: 'Nadia Karim',
  contactNumber: '01812-345678',
  urgency: 'moderate',
  neededBy: '2026-03-15T12:00:00.000Z',
  additionalInfo: null,
  status: 'active',
  requestedAt: '2026-03-14T10:15:00.000Z',
  unitsGiven: 1,
  offersStanding: 2,
  confirmedAt: '2026-03-14T10:15:00.000Z',
  unconfirmedSince: '2026-03-15T12:00:00.000Z',
  hiddenAt: null,
}

/** Texts of maximum length, and long words without spaces. */
export const VERY_LONG_TEXTS = {
  records: [
    {
      ...A_BLOOD_REQUEST,
      patientName: 'Khandaker'.repeat(12),
      hospitalName: 'BangabandhuSheikhMujibMedicalUniversityHospital'.repeat(3),
      hospitalLocation: 'Ward '.repeat(50),
      contactPerson: 'Mohammad Abdullah Al Mamun Chowdhury '.repeat(4),
      contactNumber: '01812-345678 / 01712-345678 / 01912-345678, extension 4711',
      unitsRequired: 100,
      additionalInfo: `${'Please call before you come. '.repeat(40)}\n${'x'.repeat(300)}`,
    },
    A_BLOOD_REQUEST,
  ],
  next: null,
  total: 2,
}

export const POSTED = A_BLOOD_REQUEST

export const ACCOUNT_SUSPENDED: Refused = {
  status: 403,
  method: 'POST',
  error: {
    code: 'account-suspended',
    message: 'This account is suspended. Please contact the administrators.',
  },
}

export const PASSWORD_CONFIRMATION_NEEDED: Refused = {
  status: 403,
  error: {
    code: 'password-confirmation-needed',
    message: 'Please confirm your password, then try again.',
  },
}

export const OWN_ACCOUNT = { email: 'rima@example.edu', createdAt: '2026-03-14T10:15:00.000Z', consent: null }

export const PASSKEY_NOT_READY: Refused = {
  status: 429,
  error: {
    code: 'too-many-calls',
    message: 'Too many calls came from you at once. Please wait a moment and try again.',
  },
}

const PHONE_PASSKEY = {
  id: '0192f0c1-0000-7000-8000-0000000000a1',
  name: 'My phone',
  addedAt: '2026-03-14T10:15:00.000Z',
  lastUsedAt: '2026-03-15T08:00:00.000Z',
}

export const PASSKEYS = {
  passkeys: [
    PHONE_PASSKEY,
    {
      ...PHONE_PASSKEY,
      id: '0192f0c1-0000-7000-8000-0000000000a2',
      name: 'TheLibraryComputerBesideTheWindow'.repeat(2).slice(0, 50),
      lastUsedAt: null,
      formerHost: 'old.example.edu',
    },
  ],
}

export const sessionWithPasskeyDue = (passkeyDue: 'add' | 'use') => ({
  user: {
    id: '0192f0c1-0000-7000-8000-0000000000b1',
    email: 'rima@example.edu',
    role: 'user',
    emailVerified: true,
    createdAt: '2026-03-14T10:15:00.000Z',
  },
  passkeyDue,
})

/** A look of an admin and an offer to donate, over and with a deleted request. */
export const REVEALS = {
  records: [
    {
      id: '0192f0c1-0000-7000-8000-0000000000e1',
      occasion: 'admin',
      bloodRequest: null,
      beganAt: '2026-03-15T10:15:00.000Z',
      endedAt: '2026-03-15T10:15:00.000Z',
    },
    {
      id: '0192f0c1-0000-7000-8000-0000000000e2',
      occasion: 'offer',
      bloodRequest: {
        requiredBloodGroup: 'AB-',
        hospitalName: 'BangabandhuSheikhMujibMedicalUniversityHospital'.repeat(2),
        contactPerson: 'Mohammad Abdullah Al Mamun Chowdhury',
      },
      beganAt: '2026-03-14T10:15:00.000Z',
      endedAt: '2026-03-16T10:15:00.000Z',
    },
    {
      id: '0192f0c1-0000-7000-8000-0000000000e3',
      occasion: 'offer',
      bloodRequest: null,
      beganAt: '2026-02-14T10:15:00.000Z',
      endedAt: '2026-02-16T10:15:00.000Z',
    },
  ],
  next: null,
}

const A_DONATION = {
  id: '0192f0c1-0000-7000-8000-0000000000f1',
  donatedOn: '2026-03-14',
  recordedBy: 'requester',
  recordedAt: '2026-03-14T10:15:00.000Z',
  disputedAt: null,
}

/** Two donations of a donor, one of them disputed. */
export const DONATIONS = {
  records: [
    { ...A_DONATION, disputedAt: '2026-03-15T10:15:00.000Z' },
    {
      ...A_DONATION,
      id: '0192f0c1-0000-7000-8000-0000000000f2',
      donatedOn: '2025-10-01',
      recordedBy: 'donor',
    },
  ],
  next: null,
  total: 2,
}

const AN_OFFER = {
  id: '0192f0c1-0000-7000-8000-0000000000a1',
  status: 'offered',
  offeredAt: '2026-03-14T11:15:00.000Z',
  settledAt: null,
  donor: { fullName: 'Mohammad Abdullah Al Mamun Chowdhury', bloodGroup: 'O-', contactNumber: null },
  donation: null,
}

/** An offer that stands, and one of a donor who gave. */
export const OFFERS_FOR_ADMINS = {
  records: [
    AN_OFFER,
    {
      ...AN_OFFER,
      id: '0192f0c1-0000-7000-8000-0000000000a2',
      status: 'donated',
      settledAt: '2026-03-15T11:15:00.000Z',
      donor: null,
      donation: { id: A_DONATION.id, donatedOn: '2026-03-15', undoableUntil: null },
    },
  ],
  next: null,
  total: 2,
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

export const ONE_SUSPENDED = {
  records: [
    {
      id: '0192f0c1-0000-7000-8000-000000000003',
      email: 'somebody.with.a.long.address@students.example.edu',
      role: 'user',
      emailVerified: true,
      createdAt: '2026-03-14T10:15:00.000Z',
      suspension: {
        reason: 'collecting-contacts',
        note: 'Reported by three donors who were called by a clinic that they do not know.',
        suspendedAt: '2026-03-15T10:15:00.000Z',
      },
    },
  ],
  next: null,
  total: 1,
}

/** The refusal after too many phone numbers. */
export const TOO_MANY_NUMBERS: Refused = {
  status: 429,
  error: {
    code: 'too-many-numbers',
    message:
      'You have been shown many phone numbers in a short time. You can see more at Feb 28, 2026, 2:05 PM.',
  },
}

/** The overview without donors and requests. */
export const EMPTY_OVERVIEW = {
  donors: 0,
  users: 1,
  bloodRequests: { active: 0, fulfilled: 0, cancelled: 0 },
  unitsGiven: 0,
  requestsWithoutOffer: 0,
  reportsWaiting: 2,
  disputedDonations: {
    total: 12,
    records: [
      {
        id: '0192f0c1-0000-7000-8000-0000000000d1',
        donatedOn: '2026-02-27',
        disputedAt: '2026-02-28T08:05:00.000Z',
        donor: { fullName: 'Mohammad Abdullah Al Mamun Chowdhury', email: 'mamun@students.example.edu' },
      },
    ],
  },
  deadMails: 14,
  deliveryFaults: { mailsGivenUp: 12, pushesGivenUp: 3, planningDelayMinutes: 9 },
  numberWarnings: [
    {
      userId: '0192f0c1-0000-7000-8000-0000000000ac',
      email: 'somebody.with.a.long.address@students.example.edu',
      lastHour: 400,
      lastDay: 1000,
      wasRefused: true,
      warnedAt: '2026-02-28T08:05:00.000Z',
    },
    {
      userId: '0192f0c1-0000-7000-8000-0000000000ad',
      email: 'rima@example.edu',
      lastHour: 330,
      lastDay: 340,
      wasRefused: false,
      warnedAt: '2026-02-28T07:05:00.000Z',
    },
  ],
}

const GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-']

export const EMPTY_CHARTS = {
  weeks: Array.from({ length: 12 }, (_, week) => ({
    monday: new Date(Date.UTC(2026, 1, 2 + 7 * week)).toISOString().slice(0, 10),
    active: 0,
    fulfilled: 0,
    cancelled: 0,
  })),
  availableDonors: GROUPS.map(bloodGroup => ({ bloodGroup, donors: 0 })),
}

const ALERT_PREFERENCES = {
  ...{ isOn: true, frequency: 'one-a-month', nightsAllowed: false },
  ...{ pausedUntil: '2027-03-03T18:00:00.000Z', firstAlertFrom: '2099-01-31T10:00:00.000Z' },
}
export const PAUSED_ALERTS = { preferences: ALERT_PREFERENCES }
export const ALERTS_OFF = { preferences: { ...ALERT_PREFERENCES, isOn: false } }

export const PUSH_DEVICES = {
  publicKey: '',
  devices: [
    {
      id: '0192f0c1-0000-7000-8000-0000000000f1',
      name: 'Chrome on Android',
      addedAt: '2026-03-14T10:15:00.000Z',
    },
    {
      id: '0192f0c1-0000-7000-8000-0000000000f2',
      name: 'Samsung Internet on Android',
      addedAt: '2026-02-14T10:15:00.000Z',
    },
  ],
}
