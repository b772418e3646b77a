import { expect, test } from 'vitest'
import { postBloodRequest } from './blood-requests/posting.ts'
import { CONTACT_IS_PRIVATE, readOwnDonor } from './donors/endpoints.ts'
import { registerDonor, updateOwnDonor } from './donors/profile.ts'
import { REFUSALS } from './errors.ts'
import { SUCCESS_MESSAGES } from './passwords/accounts.ts'
import { REFUSALS_ABOUT_ACCOUNTS } from './refusals/accounts.ts'
import { REFUSALS_ABOUT_ALERTS } from './refusals/alerts.ts'
import { REFUSALS_ABOUT_DONORS } from './refusals/donors.ts'
import { FAILURES } from './refusals/failures.ts'
import { REFUSALS_SHOWN_EVERYWHERE } from './refusals/shown.ts'

test.each([
  // the specification's sections 5, 6 and 8, to the letter
  [REFUSALS['wrong-credentials'].message, 'Invalid email or password. Please try again.'],
  [
    REFUSALS['resent-too-recently'].message,
    'Failed to resend verification email. You may have resent too recently, or an error occurred.',
  ],
  [REFUSALS['already-a-donor'].message, 'You are already registered as a donor.'],
  [REFUSALS['donor-not-found'].message, 'Donor profile not found. Cannot update.'],
  [REFUSALS['self-demotion'].message, 'Admins cannot remove their own admin role through this interface.'],
  [CONTACT_IS_PRIVATE, 'Contact information is private.'],
  [registerDonor.signedOutMessage, 'You must be logged in to register as a donor.'],
  [
    registerDonor.unverifiedMessage,
    'Please verify your email address before registering as a donor. Check your inbox for a verification link.',
  ],
  [updateOwnDonor.signedOutMessage, 'You must be logged in to save changes.'],
  [postBloodRequest.signedOutMessage, 'You must be logged in to post a request.'],
  [readOwnDonor.signedOutMessage, 'Please log in to view your dashboard.'],
  [
    SUCCESS_MESSAGES.registered,
    'Registration successful! A verification email has been sent to your email address. Please check your inbox (and spam folder) and click the link to verify your email.',
  ],
  [
    SUCCESS_MESSAGES.verificationResent,
    'Verification email resent! Please check your inbox (and spam folder).',
  ],
  [
    SUCCESS_MESSAGES.resetMailSent('rima@example.edu'),
    'If an account exists for rima@example.edu, a password reset link has been sent. Please check your inbox (and spam folder).',
  ],
])('the specification says: %s', (actual, expected) => {
  expect(actual).toBe(expected)
})

test('every refusal has an error status and a sentence', () => {
  for (const { status, message } of Object.values(REFUSALS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/^[A-Z].*\.$/)
  }
})

test('no two areas have a refusal of the same code: one of them would be lost', () => {
  const areas = [
    REFUSALS_ABOUT_ACCOUNTS,
    REFUSALS_SHOWN_EVERYWHERE,
    REFUSALS_ABOUT_DONORS,
    REFUSALS_ABOUT_ALERTS,
    FAILURES,
  ]
  const codes = areas.flatMap(area => Object.keys(area))
  expect(codes).toHaveLength(new Set(codes).size)
})
