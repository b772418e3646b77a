import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
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

const NOT_REGISTERED = 'Failed to register donor. Please try again.'
const CREDENTIALS = { Email: 'rima@campus.edu', Password: 'secret words' }
const TOKEN = 'a'.repeat(43)
const EMPTY = 'You have not posted any blood requests yet.'
const { registered, emailVerified, passwordReset, resetMailSent } = SUCCESS_MESSAGES

type Details = {
  user?: User
  fullText?: ExpectedMessage['fullText']
  /** The other replies that the page needs; by default those of an empty dashboard. */
  replies?: Reply[]
  /** The reply about the session after a successful submission, where it changes. */
  session?: Reply
}

/**
 * A form whose first submission fails.
 * @param message the sentence for it; null is the server's
 * @param success a text that the page shows after a successful submission
 */
const form = (
  path: string,
  message: string | null,
  [typed, button]: [Record<string, string>, string],
  reply: Reply,
  success: string,
  details: Details = {},
) => ({
  ...(message === null ? SERVER_MESSAGE : { message }),
  ...{ place: path, path, typed, button, reply, success },
  ...details,
})

const FORMS: (ExpectedMessage & ReturnType<typeof form>)[] = [
  form('/login', null, [CREDENTIALS, 'Sign In'], replying(signIn, { user: aUser() }), EMPTY, {
    // A lost call makes the page ask for the session a second later.
    session: replying(readSession, { user: aUser() }),
  }),
  form(
    '/register',
    null,
    [CREDENTIALS, 'Create Account'],
    replying(registerAccount, { message: registered }),
    registered,
  ),
  form(
    `/verify-email#token=${TOKEN}`,
    null,
    [{}, 'Verify Email'],
    replying(verifyEmail, { message: emailVerified, email: CREDENTIALS.Email }),
    emailVerified,
  ),
  form(
    `/reset-password#token=${TOKEN}`,
    null,
    [{ 'New Password': 'secret words' }, 'Set New Password'],
    replying(resetPassword, { message: passwordReset }),
    passwordReset,
  ),
  form(
    '/forgot-password',
    'Failed to send password reset email. Please try again, or ensure the email is correct.',
    [{ Email: CREDENTIALS.Email }, 'Send Password Reset Link'],
    replying(sendPasswordResetMail, { message: resetMailSent(CREDENTIALS.Email) }),
    resetMailSent(CREDENTIALS.Email),
  ),
  form(
    '/register-donor',
    NOT_REGISTERED,
    [{ ...DONOR_TYPED, 'Last Donation Date': '2025-03-14' }, 'Register as Donor'],
    replying(registerDonor, aDonor()),
    EMPTY,
    { user: aUser(), fullText: serverMessage => `${NOT_REGISTERED} ${serverMessage}` },
  ),
  form(
    '/edit-donor-profile',
    'Failed to update profile.',
    [{ Department: 'Physics', 'Blood Group': 'A-' }, 'Save Changes'],
    replying(updateOwnDonor, aDonor({ department: 'Physics', bloodGroup: 'A-' })),
    'Profile updated successfully!',
    { user: aUser(), replies: [replying(readOwnDonor, { donor: aDonor() })] },
  ),
  form(
    '/post-request',
    'Failed to submit blood request. Please try again.',
    [
      { ...REQUEST_TYPED, 'Units Required': '2', Urgency: 'low', 'Additional Info': 'On Sunday' },
      'Post Request',
    ],
    replying(postBloodRequest, aBloodRequest()),
    'Blood request submitted successfully!',
    { user: aUser() },
  ),
]

test.each(withFailures(FORMS))('%s, and a retry works', async (_, { path, user, ...form }) => {
  const { endpoint } = form.reply
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
