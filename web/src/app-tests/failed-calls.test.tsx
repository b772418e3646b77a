import { readAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import {
  listActiveBloodRequests,
  listOwnBloodRequests,
  readBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { listDonors } from '@blood-bank/contract/donors/administration'
import { readOwnDonor, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { registerDonor, updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { REFUSALS } from '@blood-bank/contract/errors'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { listOwnOffers, listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import {
  registerAccount,
  resetPassword,
  SUCCESS_MESSAGES,
  sendPasswordResetMail,
  verifyEmail,
} from '@blood-bank/contract/passwords/accounts'
import { listOtherSessions, readSession, signIn } from '@blood-bank/contract/sessions/endpoints'
import { readOverview } from '@blood-bank/contract/site/overview'
import { readTermSummary } from '@blood-bank/contract/site/term-summary'
import { listUsers } from '@blood-bank/contract/users/administration'
import type { User } from '@blood-bank/contract/users/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  aBloodRequest,
  aBloodRequestRecord,
  aDonor,
  aDonorRecord,
  aDonorSearchResult,
  anAdmin,
  aPage,
  aSearchPage,
  aUser,
  aUserRecord,
  idOf,
} from '../testing/builders.ts'
import { type ExpectedMessage, SERVER_MESSAGE, withFailures } from '../testing/failures.ts'
import { DONOR_TYPED, fillIn, REQUEST_TYPED, renderPage, valueIn } from '../testing/render-page.tsx'
import {
  accountReplies,
  dashboardReplies,
  failing,
  overviewReplies,
  type Reply,
  refusing,
  replying,
  someCounts,
} from '../testing/replies.ts'

const NOT_FETCHED = 'Failed to fetch blood requests. Please try again.'
const NO_DONOR = 'Failed to fetch donor data.'
const page = <T,>(...records: T[]) => aPage(records)
const DONOR = replying(readOwnDonor, { donor: aDonor() })
const TERM = { donors: 1200, bloodRequests: 40, unitsGiven: 30, minutesToFirstOffer: 11 }
const userAt = (path: string) => (path.startsWith('/admin') ? anAdmin() : aUser())

/** Queries whose first attempts fail, the sentence for it, and a text that the page shows after a successful one. */
const QUERIES: (ExpectedMessage & { path: string; reply: Reply; success: string })[] = (
  [
    ['/admin/overview', 'Failed to load statistics.', replying(readOverview, someCounts()), '1,234'],
    [
      '/admin/donors',
      'Failed to fetch donor profiles.',
      replying(listDonors, page(aDonorRecord())),
      '1 donor',
    ],
    ['/admin/users', 'Failed to fetch users.', replying(listUsers, page(aUserRecord())), '1 user'],
    ['/admin/requests', NOT_FETCHED, replying(listBloodRequests, page(aBloodRequestRecord())), '1 request'],
    ['/view-requests', NOT_FETCHED, replying(listActiveBloodRequests, page(aBloodRequest())), '1 request'],
    [
      '/dashboard',
      'Failed to load your blood requests.',
      replying(listOwnBloodRequests, page(aBloodRequest())),
      '1 request',
    ],
    ['/dashboard', NO_DONOR, DONOR, 'Rima Akter'],
    ['/edit-donor-profile', NO_DONOR, DONOR, 'Full Name'],
    ['/register-donor', NO_DONOR, DONOR, 'You are already registered as a donor.'],
    [
      '/find-donors?bloodGroup=O%2B',
      null,
      replying(searchDonors, aSearchPage([aDonorSearchResult()])),
      '1 donor',
    ],
    ['/admin/term-summary', 'Failed to load the summary.', replying(readTermSummary, TERM), 'Units given'],
  ] as const
).map(([path, message, reply, success]) => ({
  ...(message ? { message } : SERVER_MESSAGE),
  ...{ place: path, path, reply, success },
}))

const press = async ({ person }: ReturnType<typeof renderPage>, name: string) =>
  person.click(await screen.findByRole('button', { name }))
const alertText = async () => (await screen.findByRole('alert')).textContent

test.each(withFailures(QUERIES))('%s, and Retry works', async (_, { path, ...fetch }) => {
  const { endpoint } = fetch.reply
  const others = [...dashboardReplies, ...overviewReplies].filter(other => other.endpoint !== endpoint)
  const opened = renderPage(path, { user: userAt(path), replies: [fetch.fail(endpoint), ...others] })
  expect(await alertText()).toBe(fetch.expectedText)
  expect(screen.queryByText(fetch.success)).toBeNull()
  await press(opened, 'Dismiss')
  expect(screen.queryByText(fetch.expectedText)).toBeNull()
  await press(opened, 'Retry')
  expect(await alertText()).toBe(fetch.expectedText)
  opened.server.answer(fetch.reply)
  await press(opened, 'Retry')
  await screen.findByText(fetch.success)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

const { email, createdAt } = aUser()
const SHOWN = aBloodRequest({ offersStanding: 1 })
const OF_PARTS = [
  replying(listActiveBloodRequests, page()),
  DONOR,
  replying(listOwnBloodRequests, page(SHOWN)),
  ...accountReplies,
]

test.each<[string, string, Reply]>([
  ['/account', 'Failed to load your alerts.', replying(readAlertPreferences, { preferences: null })],
  ['/account', 'Failed to load who can see your number.', replying(listContactReveals, page())],
  ['/account', 'Failed to load your account.', replying(readOwnAccount, { email, createdAt, consent: null })],
  ['/account', 'Failed to load your other sessions.', replying(listOtherSessions, page())],
  ['/account', 'Failed to load your passkeys.', replying(listPasskeys, { passkeys: [] })],
  ['/dashboard', 'Failed to load your donations.', replying(listOwnDonations, page())],
  ['/dashboard', 'Failed to load your offers.', replying(listOwnOffers, page())],
  ['/dashboard', 'Failed to load the offers for this request.', replying(listReceivedOffers, page())],
  [`/view-requests?request=${SHOWN.id}`, NOT_FETCHED, replying(readBloodRequest, SHOWN)],
  ['/admin/audit-log', 'Failed to fetch the audit log.', replying(listAuditEntries, page())],
])('in its part of %s, «%s» can be retried', async (path, text, reply) => {
  const others = OF_PARTS.filter(({ endpoint }) => endpoint !== reply.endpoint)
  const opened = renderPage(path, {
    user: userAt(path),
    replies: [failing(reply.endpoint), ...others],
  })
  const alerts = await screen.findAllByRole('alert')
  for (const alert of alerts) expect(alert.textContent).toBe(text)
  opened.server.answer(reply)
  for (const button of screen.getAllByRole('button', { name: 'Retry' })) await opened.person.click(button)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a next page that fails is shown below the records, and Retry works', async () => {
  const first = replying(listActiveBloodRequests, aPage([aBloodRequest()], { next: 'more', total: 2 }))
  const replies = [first, failing(listActiveBloodRequests)]
  const opened = renderPage('/view-requests', { user: aUser(), replies })
  expect(await alertText()).toBe(NOT_FETCHED)
  await screen.findByText('1 of 2 requests')
  await press(opened, 'Dismiss')
  expect(screen.queryByText(NOT_FETCHED)).toBeNull()
  opened.server.answer(replying(listActiveBloodRequests, page(aBloodRequest({ id: idOf(2) }))))
  await press(opened, 'Retry')
  await screen.findByText('2 requests')
})

test('a refused next page is not requested again before Retry is pressed', async () => {
  const first = replying(listActiveBloodRequests, aPage([aBloodRequest()], { next: 'more', total: 2 }))
  const refused = refusing(listActiveBloodRequests, 'too-many-exports')
  const until = REFUSALS['too-many-exports'].message
  const opened = renderPage('/view-requests', { user: aUser(), replies: [first, refused] })
  expect(await alertText()).toBe(until)
  await screen.findByText('1 of 2 requests')
  screen.getByRole('article')
  await press(opened, 'Retry')
  await waitFor(() => expect(opened.server.callsTo(listActiveBloodRequests)).toHaveLength(3))
  expect(await alertText()).toBe(until)
  expect(opened.server.callsTo(listActiveBloodRequests)).toHaveLength(3)
})

test('after a failed refetch the records stay visible, and Dismiss removes only the message', async () => {
  const shown = replying(listActiveBloodRequests, page(aBloodRequest()))
  const opened = renderPage('/view-requests', { user: aUser(), replies: [shown] })
  await screen.findByText('1 request')
  opened.server.answer(failing(listActiveBloodRequests))
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await alertText()).toBe(NOT_FETCHED)
  await press(opened, 'Dismiss')
  screen.getByText('1 request')
  const retry = screen.getByRole('button', { name: 'Retry' })
  expect(document.activeElement).toBe(retry)
  opened.server.answer(shown)
  await opened.person.click(retry)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  screen.getByText('1 request')
  expect(document.activeElement?.textContent).toBe('Active Requests')
})

const hint = 'An index may be missing.'

test('a failed query shows its hint, and its id in the log', async () => {
  const [path, requestId] = ['/find-donors?bloodGroup=O%2B', 'k3Jx-9Qa']
  renderPage(path, { user: aUser(), replies: [refusing(searchDonors, 'unavailable', { hint, requestId })] })
  expect(await alertText()).toBe(
    `The service is not available right now. Please try again shortly. Reference: ${requestId}. Hint: ${hint}`,
  )
})

test('a failed submission shows its hint', async () => {
  const page = renderPage('/login', { replies: [refusing(signIn, 'unexpected-error', { hint })] })
  await fillIn(page.person, { Email: 'rima@campus.edu', Password: 'secret words' })
  await press(page, 'Sign In')
  expect(await alertText()).toBe(`Something went wrong on our side. Please try again. Hint: ${hint}`)
})

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
