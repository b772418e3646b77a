import type { Refused } from '../page-state.ts'

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
