import type { Refused } from '../page-state.ts'

export const OWN_ACCOUNT = { email: 'rima@example.edu', createdAt: '2026-03-14T10:15:00.000Z', consent: null }

export const PASSWORD_NEEDED: Refused = {
  status: 403,
  error: {
    code: 'password-needed',
    message: 'To verify your email address in this browser, enter the password of your account.',
  },
}

export const PASSWORD_CONFIRMATION_NEEDED: Refused = {
  status: 403,
  error: {
    code: 'password-confirmation-needed',
    message: 'Please confirm your password, then try again.',
  },
}

export const ACCOUNT_SUSPENDED: Refused = {
  status: 403,
  method: 'POST',
  error: {
    code: 'account-suspended',
    message: 'This account is suspended. Please contact the administrators.',
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
