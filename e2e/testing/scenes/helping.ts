import { choose, goOffline, inTurn, openMenu, press, searchFor, type, waitForLine } from './acts.ts'
import { NONE, ONE_WITHOUT_MEASURE, POSTED, TOO_MANY_NUMBERS } from './replies.ts'
import type { Scene } from './scene.ts'

const SCENES: Omit<Scene, 'as'>[] = [
  { name: 'find-donors', path: '/find-donors', shows: 'Search' },
  {
    name: 'find-donors-none-chosen',
    path: '/find-donors',
    act: press('Search'),
    shows: 'Please select a blood group to search.',
  },
  { name: 'find-donors-positive', path: '/find-donors', act: searchFor('O+'), shows: /^\d+ donors$/ },
  { name: 'find-donors-negative', path: '/find-donors', act: searchFor('AB-'), shows: /^\d+ donors?$/ },
  {
    name: 'find-donors-following',
    path: '/find-donors?bloodGroup=O%2B',
    calls: { '**/api/donors?*after=*': 'stalls' },
    act: waitForLine,
    shows: 'Loading more...',
  },
  {
    name: 'find-donors-following-failed',
    path: '/find-donors?bloodGroup=O%2B',
    calls: { '**/api/donors?*after=*': 'fails' },
    shows: /^\d+ donors, 50 loaded$/,
    faults: [/^lost GET \/api\/donors/],
  },
  {
    name: 'find-donors-waiting',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': 'stalls' },
    act: waitForLine,
    shows: 'Searching...',
  },
  {
    name: 'find-donors-none',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': NONE },
    shows: 'No available donors found for blood group: B-.',
  },
  {
    name: 'find-donors-limit',
    path: '/find-donors?bloodGroup=B-',
    calls: { '**/api/donors?*': TOO_MANY_NUMBERS },
    shows: 'You have been shown many phone numbers in a short time.',
    faults: [/^429 GET /],
  },
  { name: 'post-request', path: '/post-request', shows: 'Additional Info' },
  {
    name: 'post-request-refused',
    path: '/post-request',
    act: inTurn(type({ 'Units Required': '0' }), press('Post Request')),
    shows: 'Please fill in all required fields',
  },
  {
    name: 'post-request-not-sent',
    path: '/post-request',
    calls: { '**/api/blood-requests': 'fails' },
    act: inTurn(
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
    faults: [/^lost POST \/api\/blood-requests$/],
  },
  {
    name: 'post-request-posted',
    path: '/post-request',
    calls: { '**/api/blood-requests': POSTED },
    act: inTurn(
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
    name: 'post-request-kept',
    path: '/post-request',
    act: inTurn(
      type({ 'Patient Name': 'Selina' }),
      page => page.goto('about:blank'),
      page => page.goBack(),
    ),
    shows: 'We saved what you typed earlier.',
  },
  {
    name: 'post-request-leaving',
    path: '/post-request',
    act: inTurn(type({ 'Patient Name': 'Selina' }), openMenu, page =>
      page.getByRole('link', { name: 'Find Donors' }).click(),
    ),
    shows: 'Leave without saving?',
  },
  { name: 'view-requests', path: '/view-requests', shows: /^\d+ requests$/ },
  { name: 'view-requests-copied', path: '/view-requests', act: press('Share'), shows: 'Copied.' },
  {
    name: 'view-requests-without-measure',
    path: '/view-requests',
    calls: { '**/api/blood-requests?*': ONE_WITHOUT_MEASURE, '**/api/blood-requests': ONE_WITHOUT_MEASURE },
    shows: '2 requests',
  },
  {
    name: 'view-requests-none',
    path: '/view-requests',
    calls: { '**/api/blood-requests': NONE, '**/api/blood-requests?*': NONE },
    shows: 'No active blood requests at the moment.',
  },
  {
    name: 'view-requests-waiting',
    path: '/view-requests',
    calls: { '**/api/blood-requests*': 'stalls' },
    act: waitForLine,
    shows: 'Loading...',
  },
  {
    name: 'view-requests-failed',
    path: '/view-requests',
    calls: { '**/api/blood-requests*': 'fails' },
    shows: 'Failed to fetch blood requests.',
    faults: [/^lost GET /],
  },
  { name: 'offline-access', path: '/offline-access', shows: 'Turn on offline access' },
  {
    name: 'offline-access-kept',
    path: '/offline-access',
    act: press('Turn on offline access'),
    shows: 'Offline access is on.',
  },
  {
    name: 'offline',
    path: '/offline-access',
    act: goOffline,
    shows: 'Saved active requests',
    faults: [/^lost GET /],
  },
]

/** How members find each other: searching, posting, and the list of requests, with and without a connection. */
export const HELPING_SCENES: Scene[] = SCENES.map(scene => ({ as: 'donor', ...scene }))
