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

const A_BLOOD_REQUEST = {
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
  additionalInfo: null,
  status: 'active',
  requestedAt: '2026-03-14T10:15:00.000Z',
  unitsGiven: 1,
  offersStanding: 2,
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
  deadMails: 2,
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
