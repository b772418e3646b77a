import { expect, test } from 'vitest'
import { viewerOf } from './viewers.ts'

const member = {
  id: '5f0e8a52-6f0c-4a3e-9f0e-8a526f0c4a3e',
  email: 'rima@example.edu',
  role: 'user' as const,
  emailVerified: true,
  createdAt: '2026-11-20T08:00:00.000Z',
}
const admin = { ...member, role: 'admin' as const }

test.each([
  ['a visitor', { user: null }, 'visitor'],
  ['a member', { user: member }, 'member'],
  ['an admin', { user: admin }, 'admin'],
  ['a member with an unverified email', { user: { ...member, emailVerified: false } }, 'unknown'],
  ['an admin with an unverified email', { user: { ...admin, emailVerified: false } }, 'unknown'],
  ['a member of an older consent', { user: member, isConsentDue: true as const }, 'unknown'],
  ['an admin who must use their passkey', { user: member, passkeyDue: 'use' as const }, 'unknown'],
])('%s gets the page for: %3$s', (_, session, viewer) => {
  expect(viewerOf(session)).toBe(viewer)
})
