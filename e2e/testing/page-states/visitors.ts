import { readSharedBloodRequest } from '@blood-bank/contract/blood-requests/share-pages'
import {
  eraseImportedDonor,
  IMPORTED_DONOR_ERASED,
  ImportedDonor,
  readImportedDonor,
} from '@blood-bank/contract/kept-donors/claims'
import {
  agreeToBeKept,
  KEPT_DONOR_STOPPED,
  type OwnKeptDonor,
  readOwnKeptDonor,
  stopBeingKept,
} from '@blood-bank/contract/kept-donors/own-page'
import { OwnAccount, readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { signIn } from '@blood-bank/contract/sessions/endpoints'
import { aDonor, aUser } from '@blood-bank/web/testing/builders'
import { refusing, replying } from '@blood-bank/web/testing/replies'
import { disconnect, press, pressMenu, sequence, type } from './actions.ts'
import { at, type PageState, statesOf } from './page-state.ts'
import { LONG_HOSPITAL, LONG_NAME } from './replies.ts'

const STATES: Omit<PageState, 'as'>[] = [
  { name: 'claim-cut-off', path: '/claim', shows: 'The link is incomplete.' },
  ...at(
    '/',
    ['landing', 'to the first answer'],
    [
      'landing-group',
      /^B− is rare|B− donors can give/,
      [],
      page => page.getByRole('link', { name: 'B−', exact: true }).click(),
    ],
    ['landing-menu', 'Register', [], pressMenu],
  ),
  { name: 'unknown-path', path: '/no-such-page', shows: 'Become a Donor' },
  { name: 'privacy', path: '/privacy', shows: 'Who is responsible' },
  { name: 'help', path: '/help', shows: 'Is your question missing?' },
  { name: 'login', path: '/login', shows: 'Forgot your password?' },

  {
    name: 'login-wrong',
    path: '/login',
    action: sequence(type({ Email: 'nobody@example.edu', Password: 'not this one' }), press('Sign In')),
    shows: 'Invalid email or password.',
    expectedErrors: [/^401 POST \/api\/session$/],
  },
  ...at('/login', [
    'login-suspended',
    'Erase my account',
    [
      refusing(signIn, 'account-suspended'),
      replying(readOwnAccount, OwnAccount.parse({ ...aUser(), consent: null })),
    ],
    sequence(type({ Email: 'rima@example.edu', Password: 'correct horse' }), press('Sign In')),
  ]),
  { name: 'register', path: '/register', shows: 'at least 6 characters' },
  ...at(`/register?request=${'a'.repeat(36)}&shared=${'a'.repeat(26)}`, [
    'register-for-shared-request',
    'You come back to it.',
    [
      replying(readSharedBloodRequest, {
        requiredBloodGroup: 'O-',
        component: 'blood',
        hospital: 'Dhaka Medical College Hospital',
      }),
    ],
  ]),
  ...at(
    '/register',
    [
      'register-consent',
      'We store your email address',
      [],
      page => page.getByText('Read the three points').click(),
    ],
    [
      'registered',
      'Registration successful!',
      [],
      sequence(
        type({ Email: 'rima@example.edu', Password: 'correct horse battery' }),
        press('Create Account'),
      ),
    ],
  ),
  ...at('/forgot-password', ['forgot-password', 'Send Password Reset Link']),
  { name: 'verify-email', path: `/verify-email#token=${'a'.repeat(43)}`, shows: 'Verify Email' },

  ...at(
    `/verify-email#token=${'a'.repeat(43)}`,
    [
      'verify-email-done',
      'Email verified.',
      [replying(verifyEmail, { message: 'Email verified.', email: aUser().email })],
      press('Verify Email'),
    ],
    [
      'verify-email-elsewhere',
      "Didn't create this account?",
      [refusing(verifyEmail, 'password-needed')],
      press('Verify Email'),
    ],
  ),
  { name: 'reset-password-cut-off', path: '/reset-password', shows: 'Request a new one' },
  { name: 'reset-password', path: `/reset-password#token=${'a'.repeat(43)}`, shows: 'New Password' },
  { name: 'unsubscribe', path: `/unsubscribe/${'a'.repeat(65)}`, shows: 'we no longer email you' },

  ...at(`/unsubscribe/thank-yous/${'a'.repeat(65)}`, [
    'unsubscribe-thank-yous',
    'somebody thanks you for a donation',
  ]),
  ...at(`/unsubscribe/rest-${'a'.repeat(65)}`, ['unsubscribe-rest', 'When may we ask you again?']),
  {
    name: 'connection-lost',
    path: '/login',
    action: disconnect,
    shows: 'What you type is kept.',
    expectedErrors: [/^lost GET /],
  },
  {
    name: 'page-not-on-device',
    path: '/login',
    action: sequence(disconnect, page =>
      page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click(),
    ),
    shows: "This page isn't on your device yet",
    expectedErrors: [/^lost GET /, /^console /],
  },
]

/** What an imported list says about somebody. */
const listed = (password: 'new' | 'current' | 'none', email = 'nadia@example.edu') =>
  replying(readImportedDonor, {
    ...ImportedDonor.parse({
      ...aDonor({ email, lastDonationDate: '2025-04-13' }),
      batch: null,
      askFor: null,
      restsUntil: null,
      consentKind: null,
      consentedAt: null,
      importedAt: '2026-03-02T09:05:00.000Z',
      expiresAt: '2026-04-01T09:05:00.000Z',
    }),
    password,
  })

const LONG_ADDRESS = `${'somebody.with.a.long.name.'.repeat(4)}@students.example.edu`

/** The page to which the mail to imported donors leads. */
const claim = (
  name: string,
  as: PageState['as'],
  reply: ReturnType<typeof replying>,
  state: Pick<PageState, 'action' | 'shows' | 'replies'>,
): PageState => ({
  name,
  as,
  path: `/claim#token=${'a'.repeat(43)}`,
  ...state,
  replies: [reply, ...(state.replies ?? [])],
})

const KEPT: OwnKeptDonor = {
  fullName: 'Hasan Mia',
  bloodGroup: 'B-',
  hallId: null,
  halls: [{ id: '01920000-0000-7000-8000-000000000001', name: 'North Hall' }],
  batch: '2019',
  department: 'Canteen',
  contactNumber: '01712-345678',
  askFor: 'Hasan',
  lastDonationDate: '2025-04-13',
  keptBy: 'Nadia Islam',
  keptSince: '2026-03-02T09:05:00.000Z',
  consent: { kind: 'paper', at: '2026-03-02T09:05:00.000Z' },
  expiresAt: '2028-03-02T09:05:00.000Z',
  looks: [{ at: '2026-03-05T10:40:00.000Z', by: 'Nadia Islam' }],
}

/** The page to which the text message to somebody without an account leads. */
const kept = (
  name: string,
  state: Pick<PageState, 'action' | 'shows' | 'replies'>,
  more = {},
): PageState => ({
  name,
  as: 'visitor',
  path: `/kept#${'k'.repeat(38)}`,
  ...state,
  replies: [replying(readOwnKeptDonor, { ...KEPT, ...more }), ...(state.replies ?? [])],
})

/** Of whoever has not agreed yet. */
const ASKED = { consent: null, looks: [] }

const KEPT_STATES = [
  kept('kept', { shows: 'We call you when blood is needed' }),
  kept('kept-asked', { shows: 'Yes, you may call me' }, ASKED),
  kept(
    'kept-agreed',
    {
      replies: [
        replying(agreeToBeKept, { ...KEPT, looks: [], consent: { kind: 'text', at: KEPT.keptSince } }),
      ],
      action: press('Yes, you may call me'),
      shows: /^Thank you\./,
    },
    ASKED,
  ),
  kept(
    'kept-long-names',
    { shows: 'Nobody at the moment' },
    { fullName: LONG_NAME, department: LONG_HOSPITAL.slice(0, 120), keptBy: null, askFor: LONG_NAME },
  ),
  kept('kept-correcting', { action: press('Correct this'), shows: 'Another phone number?' }),
  kept('kept-stopping', { action: press('Stop, and erase this'), shows: 'Erase it' }),
  kept('kept-stopped', {
    replies: [replying(stopBeingKept, { message: KEPT_DONOR_STOPPED })],
    action: sequence(press('Stop, and erase this'), press('Erase it')),
    shows: 'Done. What we kept',
  }),
  kept('kept-link-over', {
    replies: [refusing(readOwnKeptDonor, 'kept-link-not-valid')],
    shows: 'anytime.',
  }),
]

const CLAIM_STATES = [
  claim('claim', 'visitor', listed('new'), { shows: 'No, erase this' }),
  claim('claim-with-account', 'visitor', listed('current', LONG_ADDRESS), {
    shows: 'has an account already',
  }),
  claim('claim-as-somebody-else', 'donor', listed('new'), {
    shows: 'You are signed in as donor@example.edu now.',
  }),

  claim('claim-erasing', 'visitor', listed('new'), {
    action: press('No, erase this'),
    shows: 'Erase what the list says about you?',
  }),
  claim('claim-erased', 'visitor', listed('new'), {
    replies: [replying(eraseImportedDonor, { message: IMPORTED_DONOR_ERASED })],
    action: sequence(press('No, erase this'), press('Erase it')),
    shows: 'The entry is erased,',
  }),
]

/** Pages for everybody, and those to which links in emails about an account lead. */
export const VISITOR_STATES: PageState[] = [...statesOf('visitor', STATES), ...CLAIM_STATES, ...KEPT_STATES]
