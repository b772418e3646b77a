import type { Page } from '@playwright/test'
import { ACCOUNT_STATES } from './account.ts'
import {
  type Action,
  choose,
  disconnect,
  press,
  pressMenu,
  sequence,
  type,
  unfold,
  waitForProgressBar,
} from './actions.ts'
import type { PageState } from './page-state.ts'
import { A_THANKED_REQUEST } from './replies/blood-requests.ts'
import { DONOR, listOf } from './replies/offers.ts'
import { EMPTY_LIST, messageReply } from './replies/usual.ts'

const NEWCOMER_STATES: Omit<PageState, 'as'>[] = [
  { name: 'landing-unverified', path: '/', shows: 'Email not verified' },
  { name: 'dashboard-unverified', path: '/dashboard', shows: 'You have not posted any blood requests yet.' },
  {
    name: 'banner-resent',
    path: '/dashboard',
    calls: { '**/api/accounts/verification-mails': messageReply('Verification email resent!') },
    action: press('Resend Verification Email'),
    shows: 'Verification email resent!',
  },
  {
    name: 'banner-not-resent',
    path: '/dashboard',
    calls: { '**/api/accounts/verification-mails': 'fails' },
    action: press('Resend Verification Email'),
    shows: 'Failed to resend verification email.',
    expectedErrors: [/^lost POST \/api\/accounts\/verification-mails$/],
  },
  ...['/register-donor', '/edit-donor-profile', '/post-request'].map(path => ({
    name: `${path.slice(1)}-unverified`,
    path,
    shows: 'Email Verification Required',
  })),
  {
    name: 'banner-wrong-address',
    path: '/dashboard',
    action: sequence(unfold('Email not verified'), press('Wrong address?')),
    shows: 'We email a new link to this address.',
  },
  {
    name: 'wrong-address',
    path: '/post-request',
    action: page => page.getByRole('main').getByRole('button', { name: 'Wrong address?' }).click(),
    shows: 'We email a new link to this address.',
  },
]

/** The donor card comes first where nobody waits for the donor or for blood. */
const NO_REQUESTS = { '**/api/blood-requests/mine*': EMPTY_LIST, '**/api/offers/mine*': EMPTY_LIST }

/** Unfolds the first of the closed requests. */
const unfoldClosed: Action = page => page.locator('details details > summary').first().click()

const DONOR_STATES: Omit<PageState, 'as'>[] = [
  { name: 'landing-member', path: '/', shows: 'Find a Donor' },
  { name: 'landing-member-menu', path: '/', action: pressMenu, shows: /^Logout/ },
  {
    name: 'access-checking',
    path: '/dashboard',
    calls: { '**/api/session': 'stalls' },
    action: waitForProgressBar,
    shows: 'Verifying access...',
  },
  {
    name: 'access-not-checked',
    path: '/dashboard',
    calls: { '**/api/session': 'fails' },
    shows: "Couldn't verify access",
    expectedErrors: [/^lost GET \/api\/session$/],
  },
  { name: 'dashboard', path: '/dashboard', shows: /^\d+ requests?$/ },
  { name: 'dashboard-asked', path: '/dashboard', action: press('Delete'), shows: 'Delete this request' },
  {
    name: 'dashboard-earlier',
    path: '/dashboard',
    action: unfold('Earlier'),
    shows: /^(. Fulfilled|Cancelled)/,
  },
  {
    name: 'dashboard-closed',
    path: '/dashboard',
    action: sequence(unfold('Earlier'), unfoldClosed),
    shows: 'Post again',
  },
  {
    name: 'dashboard-thanking',
    path: '/dashboard',
    action: sequence(unfold('Earlier'), press('Say thank you')),
    shows: 'Send thank-you',
  },
  {
    name: 'dashboard-thanked',
    path: '/dashboard',
    calls: {
      '**/api/blood-requests/mine*': listOf(A_THANKED_REQUEST),
    },
    shows: 'Your thank-you:',
  },
  {
    name: 'post-request-waiting',
    path: '/post-request',
    action: sequence(
      type({
        'Patient Name': 'Hasina Parvin',
        Hospital: 'City Hospital',
        'Contact Person': 'Nadia Karim',
        'Contact Number': '01812-345678',
      }),
      choose('Blood Group', 'B-'),
      disconnect,
      press('Post Request'),
    ),
    shows: 'Your request is kept in this tab',
    expectedErrors: [/^lost GET /],
  },
  {
    name: 'post-request-again',
    path: '/dashboard',
    action: sequence(unfold('Earlier'), unfoldClosed, press('Post again')),
    shows: 'This is filled in from an earlier request of yours.',
  },
  {
    name: 'dashboard-not-deleted',
    path: '/dashboard',
    calls: { '**/api/blood-requests/*-*': 'fails' },
    action: sequence(press('Delete'), press('Delete this request')),
    shows: 'Failed to delete blood request.',
    expectedErrors: [/^lost DELETE /],
  },
  {
    name: 'dashboard-away',
    path: '/dashboard',
    calls: { '**/api/donors/mine/availability': 'fails' },
    action: page => page.getByRole('switch').click(),
    shows: 'Failed to update profile.',
    expectedErrors: [/^lost PATCH \/api\/donors\/mine\/availability$/],
  },
  {
    name: 'dashboard-donor-card',
    path: '/dashboard',
    calls: NO_REQUESTS,
    shows: 'You have not posted any blood requests yet.',
  },
  {
    name: 'dashboard-donor-card-can-give',
    path: '/dashboard',
    calls: { ...NO_REQUESTS, '**/api/donors/mine': { donor: DONOR }, '**/api/donations/mine*': EMPTY_LIST },
    shows: 'Donor since February 2026',
  },
  {
    name: 'dashboard-picture',
    path: '/dashboard',
    action: press('Save as picture'),
    shows: 'Show on the picture',
  },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    calls: { '**/api/{donors,blood-requests}/mine*': 'stalls' },
    action: waitForProgressBar,
    shows: 'Loading...',
  },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    calls: { '**/api/{donors,blood-requests}/mine*': 'fails' },
    shows: 'Failed to load your blood requests.',
    expectedErrors: [/^lost GET /],
  },
  ...ACCOUNT_STATES,
  { name: 'edit-donor-profile', path: '/edit-donor-profile', shows: 'Save Changes' },
  {
    name: 'edit-donor-profile-refused',
    path: '/edit-donor-profile',
    action: sequence(type({ 'Full Name': '', 'Contact Number': '' }), press('Save Changes')),
    shows: 'Please fill in all required fields',
  },
  {
    name: 'edit-donor-profile-saved',
    path: '/edit-donor-profile',
    action: press('Save Changes'),
    shows: 'Profile updated successfully!',
  },
  {
    name: 'edit-donor-profile-waiting',
    path: '/edit-donor-profile',
    calls: { '**/api/donors/mine': 'stalls' },
    action: waitForProgressBar,
    shows: 'Loading...',
  },
  {
    name: 'register-donor-already',
    path: '/register-donor',
    shows: 'You are already registered as a donor.',
  },
]

/** A member who agreed to an older text. */
const VOLUNTEER_STATES: Omit<PageState, 'as'>[] = [
  { name: 'consent-due', path: '/dashboard', shows: 'What you agree to has changed' },
  {
    name: 'consent-due-text',
    path: '/account',
    action: unfold('What you agree to has changed'),
    shows: 'every look is recorded',
  },
  {
    name: 'consent-due-failed',
    path: '/view-requests',
    calls: { '**/api/accounts/mine/consents': 'fails' },
    action: sequence(unfold('What you agree to has changed'), press('Agree')),
    shows: 'Failed to record that you agree.',
    expectedErrors: [/^lost POST \/api\/accounts\/mine\/consents$/],
  },
]

/** The profile is there from the registration on. */
const registeringStores = (donor: object) => (page: Page) =>
  page.route('**/api/donors', async route => {
    await page.route('**/api/donors/mine', mine => mine.fulfill({ json: { donor } }))
    await route.fulfill({ status: 201, json: donor })
  })

/** A member without a donor profile: the admin of the demo is one. */
const NO_DONOR_STATES: Omit<PageState, 'as'>[] = [
  { name: 'dashboard-empty', path: '/dashboard', shows: "You aren't registered as a donor yet." },
  { name: 'account-alerts-for-donors', path: '/account#alerts', shows: 'Alerts are for donors' },
  { name: 'register-donor', path: '/register-donor', shows: 'Last Donation Date' },
  {
    name: 'register-donor-refused',
    path: '/register-donor',
    action: press('Register as Donor'),
    shows: 'Please fill in all required fields',
  },
  {
    name: 'register-donor-done',
    path: '/register-donor',
    action: sequence(
      registeringStores({ ...DONOR, isVerified: false }),
      type({ 'Full Name': 'Rima Akter', 'University ID': 'CSE-17', Department: 'Physics' }),
      type({ 'Contact Number': '01712-345678' }),
      choose('Role', 'student'),
      choose('Blood Group', 'A-'),
      press('Register as Donor'),
    ),
    shows: 'You are a donor now. Thank you.',
  },
  { name: 'edit-donor-profile-none', path: '/edit-donor-profile', shows: 'No donor profile found to edit.' },
]

export const MEMBER_STATES: PageState[] = [
  ...NEWCOMER_STATES.map(state => ({ as: 'newcomer' as const, ...state })),
  ...DONOR_STATES.map(state => ({ as: 'donor' as const, ...state })),
  ...VOLUNTEER_STATES.map(state => ({ as: 'volunteer' as const, ...state })),
  ...NO_DONOR_STATES.map(state => ({ as: 'admin' as const, ...state })),
]
