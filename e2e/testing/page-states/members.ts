import { choose, press, pressMenu, sequence, type, unfold, waitForProgressBar } from './actions.ts'
import type { PageState } from './page-state.ts'
import {
  ALERTS_OFF,
  messageReply,
  PASSKEYS,
  PAUSED_ALERTS,
  PUSH_DEVICES,
  REVEALS,
  sessionWithPasskeyDue,
} from './replies.ts'

const NEWCOMER_STATES: Omit<PageState, 'as'>[] = [
  { name: 'landing-unverified', path: '/', shows: "isn't verified yet" },
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
]

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
  { name: 'dashboard-asked', path: '/dashboard', action: press('Delete'), shows: 'Yes, delete it' },
  {
    name: 'dashboard-not-deleted',
    path: '/dashboard',
    calls: { '**/api/blood-requests/*-*': 'fails' },
    action: sequence(press('Delete'), press('Yes, delete it')),
    shows: 'Failed to delete blood request.',
    expectedErrors: [/^lost DELETE /],
  },
  {
    name: 'dashboard-waiting',
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
  { name: 'account', path: '/account', shows: 'Download my data' },
  {
    name: 'account-consent',
    path: '/account',
    action: unfold('What you agreed to'),
    shows: 'you agree that',
  },
  {
    name: 'account-numbers-seen',
    path: '/account',
    calls: { '**/api/accounts/mine/contact-reveals?hasEnded=true': REVEALS },
    shows: 'An admin',
  },
  {
    name: 'account-numbers-failed',
    path: '/account',
    calls: { '**/api/accounts/mine/contact-reveals?*': 'fails' },
    shows: 'Failed to load who can see your number.',
    expectedErrors: [/^lost GET /],
  },
  { name: 'account-alerts', path: '/account', shows: 'Send me a test alert' },
  {
    name: 'account-alerts-paused',
    path: '/account',
    calls: { '**/api/alerts/preferences': PAUSED_ALERTS },
    shows: 'Alerts are paused until',
  },
  {
    name: 'account-alerts-off',
    path: '/account',
    calls: { '**/api/alerts/preferences': ALERTS_OFF },
    shows: 'Send me a test alert',
  },
  {
    name: 'account-alerts-no-date',
    path: '/account',
    action: sequence(choose('Pause', 'Until a date'), press('Pause alerts')),
    shows: 'Choose the date from which you want alerts again.',
  },
  {
    name: 'account-alerts-tested',
    path: '/account',
    calls: { '**/api/alerts/test-alerts': messageReply('Test alert sent. Please check your inbox.') },
    action: press('Send me a test alert'),
    shows: 'Test alert sent.',
  },
  {
    name: 'account-alerts-failed',
    path: '/account',
    calls: { '**/api/alerts/preferences': 'fails' },
    shows: 'Failed to load your alerts.',
    expectedErrors: [/^lost GET \/api\/alerts\/preferences$/],
  },
  {
    name: 'account-devices',
    path: '/account',
    calls: { '**/api/accounts/mine/push-devices': PUSH_DEVICES },
    shows: 'You get notifications on these other devices:',
  },
  {
    name: 'account-passkeys',
    path: '/account',
    calls: { '**/api/accounts/mine/passkeys': PASSKEYS },
    shows: "It was made for old.example.edu and doesn't work here.",
  },
  {
    name: 'account-passkey-asked',
    path: '/account',
    calls: { '**/api/accounts/mine/passkeys': PASSKEYS },
    action: press('Remove My phone'),
    shows: 'Remove “My phone”?',
  },
  {
    name: 'account-passkey-renaming',
    path: '/account',
    calls: { '**/api/accounts/mine/passkeys': PASSKEYS },
    action: press('Rename My phone'),
    shows: 'Name this passkey',
  },
  {
    name: 'account-passkey-needed',
    path: '/account',
    calls: { '**/api/session': sessionWithPasskeyDue('add') },
    shows: 'Admins of this site need a passkey. Add one',
  },
  {
    name: 'account-passkey-unused',
    path: '/account',
    calls: { '**/api/session': sessionWithPasskeyDue('use') },
    shows: 'Admins of this site need a passkey. Use yours',
  },
  { name: 'account-refused', path: '/account', action: press('Change password'), shows: 'Please' },
  {
    name: 'account-asked',
    path: '/account',
    action: sequence(type({ Password: 'a-pint-for-you' }), press('Erase my account')),
    shows: 'Yes, erase it',
  },
  {
    name: 'account-failed',
    path: '/account',
    calls: { '**/api/accounts/mine': 'fails', '**/api/sessions/others': 'fails' },
    shows: 'Failed to load your account.',
    expectedErrors: [/^lost GET /],
  },
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
  { name: 'consent-due', path: '/dashboard', shows: 'What you agree to has changed.' },
  {
    name: 'consent-due-text',
    path: '/account',
    action: unfold('Read the whole text'),
    shows: 'every look is recorded',
  },
  {
    name: 'consent-due-failed',
    path: '/view-requests',
    calls: { '**/api/accounts/mine/consents': 'fails' },
    action: press('Agree'),
    shows: 'Failed to record that you agree.',
    expectedErrors: [/^lost POST \/api\/accounts\/mine\/consents$/],
  },
]

/** A member without a donor profile: the admin of the demo is one. */
const NO_DONOR_STATES: Omit<PageState, 'as'>[] = [
  { name: 'dashboard-empty', path: '/dashboard', shows: "You aren't registered as a donor yet." },
  { name: 'account-alerts-for-donors', path: '/account', shows: 'Alerts are for donors' },
  { name: 'register-donor', path: '/register-donor', shows: 'Last Donation Date' },
  {
    name: 'register-donor-refused',
    path: '/register-donor',
    action: press('Register as Donor'),
    shows: 'Please fill in all required fields',
  },
  { name: 'edit-donor-profile-none', path: '/edit-donor-profile', shows: 'No donor profile found to edit.' },
]

export const MEMBER_STATES: PageState[] = [
  ...NEWCOMER_STATES.map(state => ({ as: 'newcomer' as const, ...state })),
  ...DONOR_STATES.map(state => ({ as: 'donor' as const, ...state })),
  ...VOLUNTEER_STATES.map(state => ({ as: 'volunteer' as const, ...state })),
  ...NO_DONOR_STATES.map(state => ({ as: 'admin' as const, ...state })),
]
