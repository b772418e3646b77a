import { press, sequence, type, unfold } from './actions.ts'
import type { PageState } from './page-state.ts'
import { REVEALS } from './replies/accounts.ts'
import { ALERTS_OFF, NOT_MOBILE, PAUSED_ALERTS, PUSH_DEVICES, textMessages } from './replies/alerts.ts'
import { PASSKEYS, sessionWithPasskeyDue } from './replies/passkeys.ts'
import { messageReply } from './replies/usual.ts'

/** The account of a donor: their data, alerts, devices, passkeys, password. */
export const ACCOUNT_STATES: Omit<PageState, 'as'>[] = [
  { name: 'account', path: '/account', shows: 'Every member sees it in searches' },
  { name: 'account-data', path: '/account#data', shows: 'Download my data' },
  {
    name: 'account-consent',
    path: '/account#data',
    action: unfold('What you agreed to'),
    shows: 'you agree to three points',
  },
  {
    name: 'account-numbers-seen',
    path: '/account#number',
    calls: { '**/api/accounts/mine/contact-reveals?hasEnded=true': REVEALS },
    shows: 'An admin',
  },
  {
    name: 'account-numbers-failed',
    path: '/account#number',
    calls: { '**/api/accounts/mine/contact-reveals?*': 'fails' },
    shows: 'Failed to load who can see your number.',
    expectedErrors: [/^lost GET /],
  },
  { name: 'account-alerts', path: '/account#alerts', shows: 'Send me a test alert' },
  {
    name: 'account-alerts-paused',
    path: '/account#alerts',
    calls: { '**/api/alerts/preferences': PAUSED_ALERTS },
    shows: 'Alerts are paused until',
  },
  {
    name: 'account-alerts-off',
    path: '/account#alerts',
    calls: { '**/api/alerts/preferences': ALERTS_OFF },
    shows: 'Alerts are off',
  },
  {
    name: 'account-alerts-no-date',
    path: '/account#alerts',
    action: sequence(press('Until a date'), press('Pause alerts')),
    shows: 'Choose the date from which you want alerts again.',
  },
  {
    name: 'account-alerts-tested',
    path: '/account#alerts',
    calls: { '**/api/alerts/test-alerts': messageReply('Test alert sent. Please check your inbox.') },
    action: press('Send me a test alert'),
    shows: 'Test alert sent.',
  },
  {
    name: 'account-alerts-failed',
    path: '/account#alerts',
    calls: { '**/api/alerts/preferences': 'fails' },
    shows: 'Failed to load your alerts.',
    expectedErrors: [/^lost GET \/api\/alerts\/preferences$/],
  },
  {
    name: 'account-devices',
    path: '/account#alerts',
    calls: { '**/api/accounts/mine/push-devices': PUSH_DEVICES },
    shows: 'You get notifications on these other devices:',
  },
  {
    name: 'account-texts',
    path: '/account#texts',
    calls: { '**/api/accounts/mine/text-messages': textMessages('off') },
    shows: 'We text a code to',
  },
  {
    name: 'account-texts-code',
    path: '/account#texts',
    calls: { '**/api/accounts/mine/text-messages': textMessages('code-needed') },
    action: press('Confirm number'),
    shows: 'Please enter the six digits from the text message.',
  },
  {
    name: 'account-texts-changed',
    path: '/account#texts',
    calls: { '**/api/accounts/mine/text-messages': textMessages('number-changed') },
    shows: 'Confirm it to get text messages again.',
  },
  {
    name: 'account-texts-on',
    path: '/account#texts',
    calls: { '**/api/accounts/mine/text-messages': textMessages('on') },
    shows: 'Text messages go to',
  },
  {
    name: 'account-texts-not-mobile',
    path: '/account#texts',
    calls: { '**/api/accounts/mine/text-messages': NOT_MOBILE },
    shows: 'is not a mobile number, so it gets no text messages.',
  },
  {
    name: 'account-texts-failed',
    path: '/account#texts',
    calls: { '**/api/accounts/mine/text-messages': 'fails' },
    shows: 'Failed to load your text messages.',
    expectedErrors: [/^lost GET \/api\/accounts\/mine\/text-messages$/],
  },
  {
    name: 'account-passkeys',
    path: '/account#passkeys',
    calls: { '**/api/accounts/mine/passkeys': PASSKEYS },
    shows: "It was made for old.example.edu and doesn't work here.",
  },
  {
    name: 'account-passkey-asked',
    path: '/account#passkeys',
    calls: { '**/api/accounts/mine/passkeys': PASSKEYS },
    action: press('Remove My phone'),
    shows: 'Remove “My phone”?',
  },
  {
    name: 'account-passkey-renaming',
    path: '/account#passkeys',
    calls: { '**/api/accounts/mine/passkeys': PASSKEYS },
    action: press('Rename My phone'),
    shows: 'Name this passkey',
  },
  {
    name: 'account-passkey-needed',
    path: '/account',
    calls: { '**/api/session': sessionWithPasskeyDue('add') },
    shows: 'Go to your passkeys',
  },
  {
    name: 'account-passkey-unused',
    path: '/account',
    calls: { '**/api/session': sessionWithPasskeyDue('use') },
    shows: 'Use your passkey',
  },
  { name: 'account-refused', path: '/account#password', action: press('Change password'), shows: 'Please' },
  {
    name: 'account-asked',
    path: '/account#data',
    action: sequence(type({ Password: 'a-pint-for-you' }), press('Erase my account')),
    shows: 'Erase account',
  },
  {
    name: 'account-failed',
    path: '/account#data',
    calls: { '**/api/accounts/mine': 'fails', '**/api/sessions/others': 'fails' },
    shows: 'Failed to load your account.',
    expectedErrors: [/^lost GET /],
  },
]
