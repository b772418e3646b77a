import { expect, test } from 'vitest'
import { SIGNED_IN_VIEWERS, VIEWERS, viewerOf } from './viewers.ts'

const user = {
  id: '5f0e8a52-6f0c-4a3e-9f0e-8a526f0c4a3e',
  email: 'rima@example.edu',
  role: 'user' as const,
  emailVerified: true,
  createdAt: '2026-11-20T08:00:00.000Z',
}

test.each(Object.entries(SIGNED_IN_VIEWERS))('%s gets the page for such people', (name, viewer) => {
  const { role, emailVerified, ...reminders } = viewer
  expect(viewerOf({ user: { ...user, role, emailVerified }, ...reminders })).toBe(name)
  expect(VIEWERS).toContain(name)
})

test('a visitor gets the page for visitors', () => {
  expect(viewerOf({ user: null })).toBe('visitor')
})

test.each([
  ['an admin with an unverified email', { user: { ...user, role: 'admin' as const, emailVerified: false } }],
  ['somebody with two reminders', { user, isConsentDue: true as const, passkeyDue: 'add' as const }],
])('%s gets the page that says that access is being verified', (_, session) => {
  expect(viewerOf(session)).toBe('unknown')
})
