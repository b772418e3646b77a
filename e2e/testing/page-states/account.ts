import { readAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { listPushDevices } from '@blood-bank/contract/alerts/push-devices'
import { readTextMessages, type TextMessages } from '@blood-bank/contract/alerts/texts'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { aUser } from '@blood-bank/web/testing/builders'
import { replying } from '@blood-bank/web/testing/replies'
import { press, sequence, type, unfold } from './actions.ts'
import type { PageState } from './page-state.ts'
import { idOf, LONG_HOSPITAL, LONG_NAME } from './replies.ts'

const alerts = (isOn: boolean) =>
  replying(readAlertPreferences, {
    preferences: {
      isOn,
      frequency: 'one-a-month',
      nightsAllowed: false,
      alsoPlatelets: true,
      pausedUntil: '2027-03-03T18:00:00.000Z',
      firstAlertFrom: '2099-01-31T10:00:00.000Z',
    },
  })

const texts = (status: TextMessages['status'], not?: Pick<TextMessages, 'number' | 'obstacle'>) =>
  replying(readTextMessages, {
    textMessages: { status, number: '+880 1712 345678', obstacle: null, ...not },
  })

const PASSKEYS = replying(listPasskeys, {
  passkeys: [
    {
      id: idOf(1),
      name: 'My phone',
      addedAt: '2026-03-14T10:15:00.000Z',
      lastUsedAt: '2026-03-15T08:00:00.000Z',
    },
    {
      id: idOf(2),
      name: 'TheLibraryComputerBesideTheWindow'.repeat(2).slice(0, 50),
      addedAt: '2026-03-14T10:15:00.000Z',
      lastUsedAt: null,
      formerHost: 'old.example.edu',
    },
  ],
})

/** A look of an admin and an offer to donate, over and with a deleted request. */
const REVEALS = replying(listContactReveals, {
  records: [
    {
      id: idOf(1),
      occasion: 'admin',
      bloodRequest: null,
      beganAt: '2026-03-15T10:15:00.000Z',
      endedAt: '2026-03-15T10:15:00.000Z',
    },
    {
      id: idOf(2),
      occasion: 'offer',
      bloodRequest: {
        requiredBloodGroup: 'AB-',
        component: 'blood',
        hospitalName: LONG_HOSPITAL,
        contactPerson: LONG_NAME,
      },
      beganAt: '2026-03-14T10:15:00.000Z',
      endedAt: '2026-03-16T10:15:00.000Z',
    },
    {
      id: idOf(3),
      occasion: 'offer',
      bloodRequest: null,
      beganAt: '2026-02-14T10:15:00.000Z',
      endedAt: '2026-02-16T10:15:00.000Z',
    },
  ],
  next: null,
})

const ON_ANDROID = { addedAt: '2026-03-14T10:15:00.000Z', name: 'Chrome on Android' }
const DEVICES = replying(listPushDevices, {
  publicKey: '',
  devices: [
    { ...ON_ANDROID, id: idOf(1) },
    { ...ON_ANDROID, id: idOf(2), name: 'Samsung Internet on Android' },
  ],
})

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
    replies: [{ ...REVEALS, query: 'hasEnded=true' }],
    shows: 'An admin',
  },

  { name: 'account-alerts', path: '/account#alerts', shows: 'Send me a test alert' },
  {
    name: 'account-alerts-paused',
    path: '/account#alerts',
    replies: [alerts(true)],
    shows: 'Alerts are paused until',
  },
  {
    name: 'account-alerts-off',
    path: '/account#alerts',
    replies: [alerts(false)],
    shows: 'Alerts are off',
  },
  {
    name: 'account-alerts-no-date',
    path: '/account#alerts',
    action: sequence(press('Until a date'), press('Pause alerts')),
    shows: 'Choose the date from which you want alerts again.',
  },

  {
    name: 'account-devices',
    path: '/account#alerts',
    replies: [DEVICES],
    shows: 'You get notifications on these other devices:',
  },
  {
    name: 'account-texts',
    path: '/account#texts',
    replies: [texts('off')],
    shows: 'We text a code to',
  },
  {
    name: 'account-texts-code',
    path: '/account#texts',
    replies: [texts('code-needed')],
    action: press('Confirm number'),
    shows: 'Please enter the six digits from the text message.',
  },
  {
    name: 'account-texts-changed',
    path: '/account#texts',
    replies: [texts('number-changed')],
    shows: 'Confirm it to get text messages again.',
  },
  {
    name: 'account-texts-on',
    path: '/account#texts',
    replies: [texts('on')],
    shows: 'Text messages go to',
  },
  {
    name: 'account-texts-not-mobile',
    path: '/account#texts',
    replies: [texts('off', { number: '02-9661920', obstacle: 'not-mobile' })],
    shows: 'is not a mobile number, so it gets no text messages.',
  },

  {
    name: 'account-passkeys',
    path: '/account#passkeys',
    replies: [PASSKEYS],
    shows: "It was made for old.example.edu and doesn't work here.",
  },

  {
    name: 'account-passkey-renaming',
    path: '/account#passkeys',
    replies: [PASSKEYS],
    action: press('Rename My phone'),
    shows: 'Name this passkey',
  },
  {
    name: 'account-passkey-needed',
    path: '/account',
    replies: [replying(readSession, { user: aUser(), passkeyDue: 'add' })],
    shows: 'Go to your passkeys',
  },
  {
    name: 'account-passkey-unused',
    path: '/account',
    replies: [replying(readSession, { user: aUser(), passkeyDue: 'use' })],
    shows: 'Use your passkey',
  },

  {
    name: 'account-asked',
    path: '/account#data',
    action: sequence(type({ Password: 'a-pint-for-you' }), press('Erase my account')),
    shows: 'Erase account',
  },
]
