import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import type { Endpoint } from '@blood-bank/contract/endpoint'
import {
  registerAccount,
  resetPassword,
  SUCCESS_MESSAGES,
  sendPasswordResetMail,
  verifyEmail,
} from '@blood-bank/contract/passwords/accounts'
import { readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import type { User } from '@blood-bank/contract/users/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aBloodRequest, aDonor, aUser } from '../testing/builders.ts'
import { type ExpectedMessage, SERVER_MESSAGE, withFailures } from '../testing/failures.ts'
import { DONOR_TYPED, fillIn, REQUEST_TYPED, renderPage, valueIn } from '../testing/render-page.tsx'
import { dashboardReplies, type Reply, replying } from '../testing/replies.ts'

/** A form whose first submission fails, and a text that the page shows after a successful one. */
type FailedForm = ExpectedMessage & {
  path: string
  user?: User
  /** The other replies that the page needs; by default those of an empty dashboard. */
  replies?: Reply[]
  endpoint: Endpoint
  typed: Record<string, string>
  button: string
  reply: Reply
  /** The reply about the session after a successful submission, where it changes. */
  session?: Reply
  success: string
}

const NOT_REGISTERED = 'Failed to register donor. Please try again.'
const CREDENTIALS = { Email: 'rima@campus.edu', Password: 'secret words' }
const TOKEN = 'a'.repeat(43)

const FORMS: FailedForm[] = [
  {
    ...SERVER_MESSAGE,
    place: 'sign-in',
    path: '/login',
    endpoint: signIn,
    typed: CREDENTIALS,
    button: 'Sign In',
    reply: replying(signIn, { user: aUser() }),
    // A lost call makes the page ask for the session a second later.
    session: replying(readSession, { user: aUser() }),
    success: 'You have not posted any blood requests yet.',
  },
  {
    ...SERVER_MESSAGE,
    place: 'registration',
    path: '/register',
    endpoint: registerAccount,
    typed: CREDENTIALS,
    button: 'Create Account',
    reply: replying(registerAccount, { message: SUCCESS_MESSAGES.registered }),
    success: SUCCESS_MESSAGES.registered,
  },
  {
    ...SERVER_MESSAGE,
    place: 'verification link',
    path: `/verify-email#token=${TOKEN}`,
    endpoint: verifyEmail,
    typed: {},
    button: 'Verify Email',
    reply: replying(verifyEmail, {
      message: SUCCESS_MESSAGES.emailVerified,
      email: 'rima@campus.edu',
    }),
    success: SUCCESS_MESSAGES.emailVerified,
  },
  {
    ...SERVER_MESSAGE,
    place: 'reset link',
    path: `/reset-password#token=${TOKEN}`,
    endpoint: resetPassword,
    typed: { 'New Password': 'secret words' },
    button: 'Set New Password',
    reply: replying(resetPassword, { message: SUCCESS_MESSAGES.passwordReset }),
    success: SUCCESS_MESSAGES.passwordReset,
  },
  {
    message: 'Failed to send password reset email. Please try again, or ensure the email is correct.',
    path: '/forgot-password',
    endpoint: sendPasswordResetMail,
    typed: { Email: 'rima@campus.edu' },
    button: 'Send Password Reset Link',
    reply: replying(sendPasswordResetMail, { message: SUCCESS_MESSAGES.resetMailSent('rima@campus.edu') }),
    success: SUCCESS_MESSAGES.resetMailSent('rima@campus.edu'),
  },
  {
    message: NOT_REGISTERED,
    fullText: serverMessage => `${NOT_REGISTERED} ${serverMessage}`,
    path: '/register-donor',
    user: aUser(),
    endpoint: registerDonor,
    typed: { ...DONOR_TYPED, 'Last Donation Date': '2025-03-14' },
    button: 'Register as Donor',
    reply: replying(registerDonor, aDonor()),
    success: 'You have not posted any blood requests yet.',
  },
  {
    message: 'Failed to update profile.',
    path: '/edit-donor-profile',
    user: aUser(),
    replies: [replying(readOwnDonor, { donor: aDonor() })],
    endpoint: updateOwnDonor,
    typed: { Department: 'Physics', 'Blood Group': 'A-' },
    button: 'Save Changes',
    reply: replying(updateOwnDonor, aDonor({ department: 'Physics', bloodGroup: 'A-' })),
    success: 'Profile updated successfully!',
  },
  {
    message: 'Failed to submit blood request. Please try again.',
    path: '/post-request',
    user: aUser(),
    endpoint: postBloodRequest,
    typed: {
      ...REQUEST_TYPED,
      'Units Required': '2',
      'Hospital Location': 'Ward 12',
      Urgency: 'low',
      'Additional Info': 'On Sunday',
    },
    button: 'Post Request',
    reply: replying(postBloodRequest, aBloodRequest()),
    success: 'Blood request submitted successfully!',
  },
]

test.each(withFailures(FORMS))('%s, and a retry works', async (_, { path, user, endpoint, ...form }) => {
  const replies = [form.fail(endpoint), ...(form.replies ?? dashboardReplies)]
  const page = renderPage(path, user ? { user, replies } : { replies })
  const send = async () => page.person.click(await screen.findByRole('button', { name: form.button }))
  const expectTypedToStay = () => {
    for (const [label, value] of Object.entries(form.typed)) expect(valueIn(label)).toBe(value)
  }
  await fillIn(page.person, form.typed)
  await send()
  expect((await screen.findByRole('alert')).textContent).toBe(form.expectedText)
  expectTypedToStay()
  await page.person.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(form.expectedText)).toBeNull()
  expectTypedToStay()
  page.server.answer(form.reply)
  if (form.session) page.server.answer(form.session)
  await send()
  await screen.findByText(form.success)
  expect(screen.queryByRole('alert')).toBeNull()
  const [first, again] = page.server.callsTo(endpoint).map(call => call.body)
  expect(again).toEqual(first)
})
