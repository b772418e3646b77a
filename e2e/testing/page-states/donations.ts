import {
  callDonor,
  choose,
  chooseFromRow,
  goOffline,
  press,
  pressMenu,
  scrollToRecordsOf,
  searchFor,
  sequence,
  type,
  waitForProgressBar,
} from './actions.ts'
import type { PageState } from './page-state.ts'
import { A_BLOOD_REQUEST, VERY_LONG_TEXTS } from './replies/blood-requests.ts'
import { SHORTENED_SEARCH, TWO_DONORS } from './replies/donors.ts'
import { EMPTY_LIST } from './replies/usual.ts'

const STATES: Omit<PageState, 'as'>[] = [
  { name: 'find-donors', path: '/find-donors', shows: 'Search' },
  {
    name: 'find-donors-none-chosen',
    path: '/find-donors',
    action: press('Search'),
    shows: 'Please select a blood group to search.',
  },
  { name: 'find-donors-positive', path: '/find-donors', action: searchFor('O+'), shows: /^\d+ donors$/ },
  { name: 'find-donors-negative', path: '/find-donors', action: searchFor('AB-'), shows: /^\d+ donors?$/ },
  {
    name: 'find-donors-following',
    path: '/find-donors?bloodGroup=O%2B',
    calls: { '**/api/donors?*after=*': 'stalls' },
    action: waitForProgressBar,
    shows: 'Loading more...',
  },
  {
    name: 'find-donors-following-failed',
    path: '/find-donors?bloodGroup=O%2B',
    calls: { '**/api/donors?*after=*': 'fails' },
    shows: /^50 of \d+ donors$/,
    expectedErrors: [/^lost GET \/api\/donors/],
  },
  {
    name: 'find-donors-waiting',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': 'stalls' },
    action: waitForProgressBar,
    shows: 'Searching...',
  },
  {
    name: 'find-donors-none',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': EMPTY_LIST },
    shows: 'No available donors found for blood group: B-.',
  },
  {
    name: 'find-donors-cannot-donate-yet',
    path: '/find-donors?bloodGroup=AB-',
    calls: { '**/api/donors?*': TWO_DONORS },
    shows: 'From March 3',
  },
  {
    name: 'find-donors-called',
    path: '/find-donors?bloodGroup=AB-',
    calls: { '**/api/donors?*': TWO_DONORS },
    action: callDonor,
    shows: 'Could Rima Akter come?',
  },
  {
    name: 'find-donors-called-told',
    path: '/find-donors?bloodGroup=AB-',
    calls: { '**/api/donors?*': TWO_DONORS },
    action: sequence(callDonor, press('No')),
    shows: "You called just now: couldn't come.",
  },
  {
    name: 'find-donors-other-groups',
    path: '/find-donors?bloodGroup=AB-',
    action: scrollToRecordsOf('Donors of other groups who can give to AB−'),
    shows: 'The hospital tests and cross-matches every unit.',
  },
  {
    name: 'find-donors-other-groups-waiting',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': EMPTY_LIST, '**/api/donors/compatible*': 'stalls' },
    action: waitForProgressBar,
    shows: 'Searching...',
  },
  {
    name: 'find-donors-other-groups-none',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': EMPTY_LIST, '**/api/donors/compatible*': EMPTY_LIST },
    shows: 'No available donors of other groups can give to B−.',
  },
  {
    name: 'find-donors-limit',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': SHORTENED_SEARCH, '**/api/donors/compatible*': EMPTY_LIST },
    shows: 'Some donors are left out until',
  },
  { name: 'post-request', path: '/post-request', shows: 'Additional Info' },
  {
    name: 'post-request-preview',
    path: '/post-request',
    action: sequence(
      type({
        'Patient Name': 'Selina Parvin',
        Hospital: 'Square Hospital',
        'Contact Number': '01812-345678',
      }),
      choose('Blood Group', 'AB-'),
    ),
    // The preview stands beside the form, on a desktop.
    shows: 'Whom to call',
  },
  {
    name: 'post-request-refused',
    path: '/post-request',
    action: sequence(type({ 'Units Required': '0' }), press('Post Request')),
    shows: 'Please fill in all required fields',
  },
  {
    name: 'post-request-not-sent',
    path: '/post-request',
    calls: { '**/api/blood-requests': 'fails' },
    action: sequence(
      type({
        'Patient Name': 'Selina',
        Hospital: 'Square',
        'Contact Person': 'Nadia',
        'Contact Number': '01812-345678',
      }),
      choose('Blood Group', 'AB-'),
      press('Post Request'),
    ),
    shows: 'Failed to submit blood request.',
    expectedErrors: [/^lost POST \/api\/blood-requests$/],
  },
  {
    name: 'post-request-posted',
    path: '/post-request',
    calls: { '**/api/blood-requests': A_BLOOD_REQUEST },
    action: sequence(
      type({
        'Patient Name': 'Selina',
        Hospital: 'Square',
        'Contact Person': 'Nadia',
        'Contact Number': '01812-345678',
      }),
      choose('Blood Group', 'AB-'),
      press('Post Request'),
    ),
    shows: 'Blood request submitted successfully!',
  },
  {
    name: 'post-request-draft',
    path: '/post-request',
    action: sequence(
      type({ 'Patient Name': 'Selina' }),
      page => page.waitForFunction(() => sessionStorage.length > 0),
      page => page.goto('about:blank'),
      page => page.goto('/post-request'),
    ),
    shows: 'We saved what you typed earlier.',
  },
  {
    name: 'post-request-leaving',
    path: '/post-request',
    action: sequence(type({ 'Patient Name': 'Selina' }), pressMenu, page =>
      page.getByRole('link', { name: 'Find Donors' }).click(),
    ),
    shows: 'Leave without saving?',
  },
  { name: 'view-requests', path: '/view-requests', shows: /^\d+ requests$/ },
  { name: 'view-requests-copied', path: '/view-requests', action: chooseFromRow('Share'), shows: 'Copied.' },
  { name: 'view-requests-menu', path: '/view-requests', action: press('More'), shows: 'Copy number' },
  {
    name: 'view-requests-facts',
    path: '/view-requests',
    action: page => page.locator('article summary').first().click(),
    shows: 'Patient Name',
  },
  {
    name: 'view-requests-long-texts',
    path: '/view-requests',
    calls: { '**/api/blood-requests?*': VERY_LONG_TEXTS, '**/api/blood-requests': VERY_LONG_TEXTS },
    shows: '2 requests',
  },
  {
    name: 'view-requests-none',
    path: '/view-requests',
    calls: { '**/api/blood-requests': EMPTY_LIST, '**/api/blood-requests?*': EMPTY_LIST },
    shows: 'No active blood requests at the moment.',
  },
  {
    name: 'view-requests-waiting',
    path: '/view-requests',
    calls: { '**/api/blood-requests*': 'stalls' },
    action: waitForProgressBar,
    shows: 'Loading...',
  },
  {
    name: 'view-requests-failed',
    path: '/view-requests',
    calls: { '**/api/blood-requests*': 'fails' },
    shows: 'Failed to fetch blood requests.',
    expectedErrors: [/^lost GET /],
  },
  { name: 'offline-access', path: '/offline-access', shows: 'Turn on offline access' },
  {
    name: 'offline-access-on',
    path: '/offline-access',
    action: press('Turn on offline access'),
    shows: 'Offline access is on.',
  },
  {
    name: 'offline',
    path: '/offline-access',
    action: goOffline,
    shows: 'Saved active requests',
    expectedErrors: [/^lost GET /],
  },
]

/** Searching donors, posting, and the list of requests, with and without a connection. */
export const DONATION_STATES: PageState[] = STATES.map(state => ({ as: 'donor', ...state }))
