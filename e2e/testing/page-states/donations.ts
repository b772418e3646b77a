import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { searchCompatibleDonors, searchDonors } from '@blood-bank/contract/donors/endpoints'
import { aBloodRequest, aDonorSearchResult, aPage, aSearchPage } from '@blood-bank/web/testing/builders'
import { failing, hanging, replying } from '@blood-bank/web/testing/replies'
import type { Page } from '@playwright/test'
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
import { type PageState, statesOf } from './page-state.ts'
import { A_BLOOD_REQUEST, idOf, LONG_HOSPITAL, LONG_NAME } from './replies.ts'

/** A donor who can donate today, and one who cannot yet. */
const TWO_DONORS = [
  aDonorSearchResult({ isVerified: true, contactNumber: '01712-345678' }),
  aDonorSearchResult({ id: idOf(13), fullName: LONG_NAME, eligibleFrom: '2027-03-03' }),
]
const UNTIL = '2027-02-28T08:05:00Z'
/** A search of an unverified person after many phone numbers and names. */
const SHORTENED_SEARCH = aSearchPage(
  TWO_DONORS.map(donor => ({
    ...donor,
    contactNumber: null,
    isNumberWithheld: true,
    numberWithheldUntil: UNTIL,
  })),
  { shortenedUntil: UNTIL },
)
const FOUND_NOBODY = replying(searchDonors, aSearchPage([]))
const NOBODY_COMPATIBLE = replying(searchCompatibleDonors, aSearchPage([]))

/** Texts of maximum length, and long words without spaces. */
const VERY_LONG_TEXTS = aBloodRequest({
  id: idOf(12),
  patientName: 'Khandaker'.repeat(12),
  hospitalName: LONG_HOSPITAL,
  hospitalLocation: 'Ward '.repeat(50),
  contactPerson: `${LONG_NAME} `.repeat(4),
  contactNumber: '01812-345678 / 01712-345678 / 01912-345678, extension 4711',
  unitsRequired: 100,
  additionalInfo: `${'Please call before you come. '.repeat(40)}\n${'x'.repeat(300)}`,
})

const postARequest = sequence(
  type({
    'Patient Name': 'Selina',
    Hospital: 'Square',
    'Contact Person': 'Nadia',
    'Contact Number': '01812-345678',
  }),
  choose('Blood Group', 'AB-'),
  press('Post Request'),
)

type List = { records: { id: string; patientName: string }[] }

/** One request is posted and another closed while the list is on the screen; the page fetches it again. */
async function changeList(page: Page) {
  await page.getByRole('article').first().waitFor()
  await page.route('**/api/blood-requests', async route => {
    const headers = { ...route.request().headers() }
    delete headers['if-none-match']
    const response = await route.fetch({ headers })
    const list: List = await response.json()
    const [first, , ...others] = list.records
    if (!first) throw new Error('There are no active requests.')
    const posted = { ...first, id: '0198f3a0-1234-7abc-8def-0123456789ab', patientName: 'Just Posted' }
    await route.fulfill({ json: { ...list, records: [posted, first, ...others] } })
  })
  // As when the person returns to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.getByText('No longer on the list').waitFor()
}

/** Searching donors, posting, and the list of requests, with and without a connection. */
export const DONATION_STATES: PageState[] = statesOf('donor', [
  { name: 'find-donors', path: '/find-donors', shows: 'Search' },

  { name: 'find-donors-positive', path: '/find-donors', action: searchFor('O+'), shows: /^\d+ donors$/ },

  {
    name: 'find-donors-following',
    path: '/find-donors?bloodGroup=O%2B',
    replies: [{ ...hanging(searchDonors), query: 'after=' }],
    action: waitForProgressBar,
    shows: 'Loading more...',
  },
  {
    name: 'find-donors-following-failed',
    path: '/find-donors?bloodGroup=O%2B',
    replies: [{ ...failing(searchDonors), query: 'after=' }],
    shows: /^50 of \d+ donors$/,
  },

  {
    name: 'find-donors-none',
    path: '/find-donors?bloodGroup=B-',
    replies: [FOUND_NOBODY],
    shows: 'No available donors found for blood group: B-.',
  },
  {
    name: 'find-donors-cannot-donate-yet',
    path: '/find-donors?bloodGroup=AB-',
    replies: [replying(searchDonors, aSearchPage(TWO_DONORS))],
    shows: 'From March 3',
  },
  {
    name: 'find-donors-called',
    path: '/find-donors?bloodGroup=AB-',
    replies: [replying(searchDonors, aSearchPage(TWO_DONORS))],
    action: callDonor,
    shows: 'Could Rima Akter come?',
  },
  {
    name: 'find-donors-called-told',
    path: '/find-donors?bloodGroup=AB-',
    replies: [replying(searchDonors, aSearchPage(TWO_DONORS))],
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
    name: 'find-donors-other-groups-none',
    path: '/find-donors?bloodGroup=B-',
    replies: [FOUND_NOBODY, NOBODY_COMPATIBLE],
    shows: 'No available donors of other groups can give to B−.',
  },
  {
    name: 'find-donors-limit',
    path: '/find-donors?bloodGroup=B-',
    replies: [replying(searchDonors, SHORTENED_SEARCH), NOBODY_COMPATIBLE],
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
    name: 'post-request-posted',
    path: '/post-request',
    replies: [replying(postBloodRequest, A_BLOOD_REQUEST)],
    action: postARequest,
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
    replies: [replying(listActiveBloodRequests, aPage([VERY_LONG_TEXTS, A_BLOOD_REQUEST]))],
    shows: '2 requests',
  },
  {
    name: 'view-requests-none',
    path: '/view-requests',
    replies: [replying(listActiveBloodRequests, aPage([]))],
    shows: 'No active blood requests at the moment.',
  },
  {
    name: 'view-requests-waiting',
    path: '/view-requests',
    replies: [hanging(listActiveBloodRequests)],
    action: waitForProgressBar,
    shows: 'Loading...',
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
  { name: 'view-requests-new', path: '/view-requests', action: changeList, shows: '1 new request' },
])
