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
import { type PageState, statesOf } from './page-state.ts'
import { A_BLOOD_REQUEST, DONOR, idOf } from './replies.ts'

const NEWCOMER_STATES: Omit<PageState, 'as'>[] = [
  { name: 'landing-unverified', path: '/', shows: 'Email not verified' },
  { name: 'dashboard-unverified', path: '/dashboard', shows: 'You have not posted any blood requests yet.' },
  {
    name: 'banner-resent',
    path: '/dashboard',
    replies: [replying(resendVerificationMail, { message: 'Verification email resent!' })],
    action: press('Resend Verification Email'),
    shows: 'Verification email resent!',
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
  { name: 'landing-member', path: '/', shows: 'Find a Donor' },
  { name: 'landing-member-menu', path: '/', action: pressMenu, shows: /^Logout/ },
  {
    name: 'access-checking',
    path: '/dashboard',
    replies: [hanging(readSession)],
    action: waitForProgressBar,
    shows: 'Verifying access...',
  },
  {
    name: 'access-not-checked',
    path: '/dashboard',
    replies: [failing(readSession)],
    shows: "Couldn't verify access",
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
    replies: [replying(listOwnBloodRequests, aPage([THANKED]))],
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
    name: 'dashboard-away',
    path: '/dashboard',
    replies: [failing(setOwnAvailability)],
    action: page => page.getByRole('switch').click(),
    shows: 'Failed to update profile.',
  },
  {
    name: 'dashboard-donor-card',
    path: '/dashboard',
    replies: NO_REQUESTS,
    shows: 'You have not posted any blood requests yet.',
  },
  {
    name: 'dashboard-donor-card-can-give',
    path: '/dashboard',
    replies: [
      ...NO_REQUESTS,
      replying(readOwnDonor, { donor: DONOR }),
      replying(listOwnDonations, aPage([])),
    ],
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
    replies: [hanging(readOwnDonor), hanging(listOwnBloodRequests)],
    action: waitForProgressBar,
    shows: 'Loading...',
  },

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
  { name: 'edit-donor-profile', path: '/edit-donor-profile', shows: 'Save Changes' },

  {
    name: 'edit-donor-profile-saved',
    path: '/edit-donor-profile',
    action: press('Save Changes'),
    shows: 'Profile updated successfully!',
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
