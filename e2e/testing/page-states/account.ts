import { readAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { listPushDevices } from '@blood-bank/contract/alerts/push-devices'
import { readTextMessages, type TextMessages } from '@blood-bank/contract/alerts/texts'
import { setOwnHall } from '@blood-bank/contract/halls/endpoints'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { listPasskeys } from '@blood-bank/contract/passkeys/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { aUser } from '@blood-bank/web/testing/builders'
import { refusing, replying } from '@blood-bank/web/testing/replies'
import { choose, press, sequence, type, unfold } from './actions.ts'
import { at, type PageState } from './page-state.ts'
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

const ASKED_FOR = {
  requiredBloodGroup: 'AB-',
  component: 'blood',
  hospitalName: LONG_HOSPITAL,
  contactPerson: LONG_NAME,
} as const

/** Looks of an admin and a coordinator, a turn on call, and an offer to donate, over and with a deleted request. */
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
      id: idOf(4),
      occasion: 'coordinator',
      bloodRequest: ASKED_FOR,
      beganAt: '2026-03-15T09:15:00.000Z',
      endedAt: '2026-03-15T09:15:00.000Z',
    },
    {
      id: idOf(5),
      occasion: 'club-contact',
      bloodRequest: ASKED_FOR,
      beganAt: '2026-03-14T17:15:00.000Z',
      endedAt: '2026-03-15T02:00:00.000Z',
    },
    {
      id: idOf(2),
      occasion: 'offer',
      bloodRequest: ASKED_FOR,
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
  ...at(
    '/account#data',
    ['account-data', 'Download my data'],
    ['account-consent', 'you agree to three points', [], unfold('What you agreed to')],
  ),
  ...at(
    '/account#hall',
    ['account-hall', 'Coordinators and admins see it.'],
    ['account-hall-gone', /^This hall is gone/, [refusing(setOwnHall, 'hall-gone')], choose('Hall', 'None')],
  ),
  ...at('/account#number', ['account-numbers-seen', 'An admin', [{ ...REVEALS, query: 'hasEnded=true' }]]),
  ...at(
    '/account#alerts',
    ['account-alerts', 'Send me a test alert'],
    ['account-alerts-paused', 'Alerts are paused until', [alerts(true)]],
    ['account-alerts-off', 'Alerts are off', [alerts(false)]],
    [
      'account-alerts-no-date',
      'Choose the date from which you want alerts again.',
      [],
      sequence(press('Until a date'), press('Pause alerts')),
    ],
    ['account-devices', 'You get notifications on these other devices:', [DEVICES]],
  ),
  ...at(
    '/account#texts',
    ['account-texts', 'We text a code to', [texts('off')]],
    [
      'account-texts-code',
      'Please enter the six digits from the text message.',
      [texts('code-needed')],
      press('Confirm number'),
    ],
    ['account-texts-on', 'Text messages go to', [texts('on')]],
    [
      'account-texts-not-mobile',
      'is not a mobile number, so it gets no text messages.',
      [texts('off', { number: '02-9661920', obstacle: 'not-mobile' })],
    ],
  ),
  ...at(
    '/account#passkeys',
    ['account-passkeys', "It was made for old.example.edu and doesn't work here.", [PASSKEYS]],
    ['account-passkey-renaming', 'Name this passkey', [PASSKEYS], press('Rename My phone')],
  ),
  ...at('/account', [
    'account-passkey-needed',
    'Go to your passkeys',
    [replying(readSession, { user: aUser(), passkeyDue: 'add' })],
  ]),
  ...at('/account#data', [
    'account-asked',
    'Erase account',
    [],
    sequence(type({ Password: 'a-pint-for-you' }), press('Erase my account')),
  ]),
]
