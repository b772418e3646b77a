import { type BloodRequest, listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listRequestDeletions } from '@blood-bank/contract/blood-requests/removals'
import { readOwnDonor, setOwnAvailability } from '@blood-bank/contract/donors/endpoints'
import { registerDonor } from '@blood-bank/contract/donors/profile'
import { listOwnDonations } from '@blood-bank/contract/offers/donations'
import { listOwnOffers } from '@blood-bank/contract/offers/endpoints'
import { resendVerificationMail } from '@blood-bank/contract/passwords/accounts'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { aPage } from '@blood-bank/web/testing/builders'
import { failing, hanging, replying } from '@blood-bank/web/testing/replies'
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
import { stubReplies } from './open.ts'
import { at, type PageState, statesOf } from './page-state.ts'
import { A_BLOOD_REQUEST, DONOR, idOf } from './replies.ts'

const NEWCOMER_STATES: Omit<PageState, 'as'>[] = [
  { name: 'landing-unverified', path: '/', shows: 'Email not verified' },
  ...at(
    '/dashboard',
    ['dashboard-unverified', 'You have not posted any blood requests yet.'],
    [
      'banner-resent',
      'Verification email resent!',
      [replying(resendVerificationMail, { message: 'Verification email resent!' })],
      press('Resend Verification Email'),
    ],
  ),

  ...['/register-donor', '/edit-donor-profile', '/post-request'].map(path => ({
    name: `${path.slice(1)}-unverified`,
    path,
    shows: 'Email Verification Required',
  })),
  ...at('/dashboard', [
    'banner-wrong-address',
    'We email a new link to this address.',
    [],
    sequence(unfold('Email not verified'), press('Wrong address?')),
  ]),
  ...at('/post-request', [
    'wrong-address',
    'We email a new link to this address.',
    [],
    page => page.getByRole('main').getByRole('button', { name: 'Wrong address?' }).click(),
  ]),
]

/** The donor card comes first where nobody waits for the donor or for blood. */
const NO_REQUESTS = [replying(listOwnBloodRequests, aPage([])), replying(listOwnOffers, aPage([]))]

/** Unfolds the first of the closed requests. */
const unfoldClosed: Action = page => page.locator('details details > summary').first().click()

/** Fulfilled, and its owner has just chosen a thank-you. */
const THANKED: BloodRequest = {
  ...A_BLOOD_REQUEST,
  status: 'fulfilled',
  offersStanding: 0,
  unconfirmedSince: null,
  closedAt: '2026-03-14T12:15:00.000Z',
  thanks: {
    people: 1,
    canChooseUntil: null,
    chosenAt: '2026-03-14T12:20:00.000Z',
    chosen: 'for-a-stranger',
    arrivesAt: '2026-03-15T03:00:00.000Z',
  },
}

const CHANGED_AT = '2026-03-15T10:15:00.000Z'

const NEW_DONOR = { ...DONOR, isVerified: false }

const DONOR_STATES: Omit<PageState, 'as'>[] = [
  ...at('/', ['landing-member', 'Find a Donor'], ['landing-member-menu', /^Logout/, [], pressMenu]),
  ...at(
    '/dashboard',
    ['access-checking', 'Verifying access...', [hanging(readSession)], waitForProgressBar],
    ['access-not-checked', "Couldn't verify access", [failing(readSession)]],
    ['dashboard', /^\d+ requests?$/],
    ['dashboard-asked', 'Delete this request', [], press('Delete')],
    ['dashboard-earlier', /^Earlier requests/, [], unfold('Earlier')],
    ['dashboard-closed', 'Post again', [], unfoldClosed],
    ['dashboard-thanking', 'Send thank-you', [], press('Say thank you')],
    ['dashboard-thanked', 'Your thank-you:', [replying(listOwnBloodRequests, aPage([THANKED]))]],
  ),
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
  ...at(
    '/dashboard',
    [
      'post-request-again',
      'This is filled in from an earlier request of yours.',
      [],
      sequence(unfoldClosed, press('Post again')),
    ],
    [
      'dashboard-away',
      'Failed to update profile.',
      [failing(setOwnAvailability)],
      page => page.getByRole('switch').click(),
    ],
    ['dashboard-donor-card', 'You have not posted any blood requests yet.', NO_REQUESTS],
    [
      'dashboard-donor-card-can-give',
      'Donor since February 2026',
      [...NO_REQUESTS, replying(readOwnDonor, { donor: DONOR }), replying(listOwnDonations, aPage([]))],
    ],
    ['dashboard-picture', 'Show on the picture', [], press('Save as picture')],
    [
      'dashboard-loading',
      'Loading...',
      [hanging(readOwnDonor), hanging(listOwnBloodRequests)],
      waitForProgressBar,
    ],
  ),

  {
    // After an admin changed all that is theirs.
    name: 'dashboard-told',
    path: '/dashboard',
    replies: [
      replying(
        listOwnBloodRequests,
        aPage<BloodRequest>([
          {
            ...A_BLOOD_REQUEST,
            status: 'cancelled',
            unconfirmedSince: null,
            closedByAdminAt: CHANGED_AT,
            closingReason: 'wrong-details',
          },
        ]),
      ),
      replying(listRequestDeletions, {
        deletions: [
          {
            id: idOf(1),
            requiredBloodGroup: 'B-',
            component: 'blood',
            reason: 'asked-for-money',
            requestedAt: '2026-03-14T10:15:00.000Z',
            deletedAt: CHANGED_AT,
          },
        ],
      }),
      replying(readOwnDonor, {
        donor: {
          ...DONOR,
          verificationChangedAt: CHANGED_AT,
          isProfileActive: false,
          activationChangedAt: CHANGED_AT,
        },
      }),
    ],
    shows: 'An admin cancelled this request',
  },
  ...ACCOUNT_STATES,
  ...at(
    '/edit-donor-profile',
    ['edit-donor-profile', 'Save Changes'],
    ['edit-donor-profile-saved', 'Profile updated successfully!', [], press('Save Changes')],
  ),
  ...at('/register-donor', ['register-donor-already', 'You are already registered as a donor.']),
]

/** A member who agreed to an older text. */
const VOLUNTEER_STATES: Omit<PageState, 'as'>[] = [
  { name: 'consent-due', path: '/dashboard', shows: 'Our privacy text has changed' },
  ...at('/account', [
    'consent-due-text',
    'every look is recorded',
    [],
    unfold('Our privacy text has changed'),
  ]),
]

/** A member without a donor profile: the admin of the demo is one. */
const NO_DONOR_STATES: Omit<PageState, 'as'>[] = [
  { name: 'dashboard-empty', path: '/dashboard', shows: "You aren't registered as a donor yet." },
  { name: 'account-alerts-for-donors', path: '/account#alerts', shows: 'Alerts are for donors' },
  { name: 'register-donor', path: '/register-donor', shows: 'Last Donation Date' },

  {
    name: 'register-donor-done',
    path: '/register-donor',
    action: sequence(
      type({ 'Full Name': 'Rima Akter', 'University ID': 'CSE-17', Department: 'Physics' }),
      type({ 'Contact Number': '01712-345678' }),
      choose('Role', 'student'),
      choose('Blood Group', 'A-'),
      // The profile is there from the registration on.
      page => stubReplies(page, [replying(readOwnDonor, { donor: NEW_DONOR })]),
      press('Register as Donor'),
    ),
    replies: [replying(registerDonor, NEW_DONOR)],
    shows: 'You are a donor now. Thank you.',
  },
  { name: 'edit-donor-profile-none', path: '/edit-donor-profile', shows: 'No donor profile found to edit.' },
]

export const MEMBER_STATES: PageState[] = [
  ...statesOf('newcomer', NEWCOMER_STATES),
  ...statesOf('donor', DONOR_STATES),
  ...statesOf('volunteer', VOLUNTEER_STATES),
  ...statesOf('admin', NO_DONOR_STATES),
]
