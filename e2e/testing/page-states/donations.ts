import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
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
import { at, type PageState, statesOf } from './page-state.ts'
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

type List = { records: { id: string; patientName: string }[] }

/** One request is posted and another closed while the list is on the screen; the page fetches it again. */
async function changeList(page: Page) {
  // Among those that the donor can give to, which are shown.
  const shown = await page.getByRole('article').first().getByRole('heading').first().getAttribute('id')
  await page.route('**/api/blood-requests', async route => {
    const headers = { ...route.request().headers() }
    delete headers['if-none-match']
    const response = await route.fetch({ headers })
    const list: List = await response.json()
    const closed = list.records.find(({ id }) => shown?.endsWith(id))
    if (!closed) throw new Error('There are no active requests.')
    const posted = { ...closed, id: '0198f3a0-1234-7abc-8def-0123456789ab', patientName: 'Just Posted' }
    await route.fulfill({
      json: { ...list, records: [posted, ...list.records.filter(one => one !== closed)] },
    })
  })
  // As when the person returns to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.getByText('No longer on the list').waitFor()
}

/** Searching donors, posting, and the list of requests, with and without a connection. */
export const DONATION_STATES: PageState[] = statesOf('donor', [
  ...at(
    '/find-donors',
    ['find-donors', 'Search'],
    ['find-donors-positive', /^\d+ donors$/, [], searchFor('O+')],
  ),
  ...at(
    '/find-donors?bloodGroup=O%2B',
    [
      'find-donors-following',
      'Loading more...',
      [{ ...hanging(searchDonors), query: 'after=' }],
      waitForProgressBar,
    ],
    ['find-donors-following-failed', /^50 of \d+ donors$/, [{ ...failing(searchDonors), query: 'after=' }]],
  ),
  ...at(
    '/find-donors?bloodGroup=AB-',
    ['find-donors-cannot-donate-yet', 'From March 3', [replying(searchDonors, aSearchPage(TWO_DONORS))]],
    [
      'find-donors-called',
      'Could Rima Akter come?',
      [replying(searchDonors, aSearchPage(TWO_DONORS))],
      callDonor,
    ],
    [
      'find-donors-called-told',
      "You called just now: couldn't come.",
      [replying(searchDonors, aSearchPage(TWO_DONORS))],
      sequence(callDonor, press('No')),
    ],
    [
      'find-donors-other-groups',
      'Donors of other groups who can give to AB−',
      [],
      scrollToRecordsOf('Donors of other groups who can give to AB−'),
    ],
  ),
  ...at(
    '/find-donors?bloodGroup=B-',
    ['find-donors-other-groups-none', 'None now.', [FOUND_NOBODY, NOBODY_COMPATIBLE]],
    [
      'find-donors-limit',
      'Some donors are left out until',
      [replying(searchDonors, SHORTENED_SEARCH), NOBODY_COMPATIBLE],
    ],
  ),
  { name: 'post-request', path: '/post-request', shows: 'Add a location, a deadline or details' },
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
    shows: 'Add a location, a deadline or details',
  },
  ...at(
    '/post-request',
    [
      'post-request-refused',
      'Please fill in all required fields',
      [],
      sequence(type({ 'Units Required': '0' }), press('Post Request')),
    ],
    [
      'post-request-leaving',
      'Leave without saving?',
      [],
      sequence(type({ 'Patient Name': 'Selina' }), pressMenu, page =>
        page.getByRole('link', { name: 'Find Donors' }).click(),
      ),
    ],
  ),
  ...at(
    '/view-requests',
    ['view-requests', /^\d+ other requests?$/],
    ['view-requests-copied', 'Copied.', [], chooseFromRow('Share')],
    ['view-requests-menu', 'Copy number', [], press('More')],
    ['view-requests-facts', 'Patient Name', [], page => page.locator('article summary').first().click()],
    [
      'view-requests-long-texts',
      LONG_HOSPITAL,
      [replying(listActiveBloodRequests, aPage([VERY_LONG_TEXTS, A_BLOOD_REQUEST]))],
    ],
    [
      'view-requests-none',
      'No active blood requests at the moment.',
      [replying(listActiveBloodRequests, aPage([]))],
    ],
    ['view-requests-waiting', 'Loading...', [hanging(listActiveBloodRequests)], waitForProgressBar],
  ),
  ...at(
    '/offline-access',
    ['offline-access', 'Turn on offline access'],
    ['offline-access-on', 'Offline access is on.', [], press('Turn on offline access')],
  ),
  {
    name: 'offline',
    path: '/offline-access',
    action: goOffline,
    shows: 'Saved active requests',
    expectedErrors: [/^lost GET /],
  },
  { name: 'view-requests-new', path: '/view-requests', action: changeList, shows: '1 new request' },
])
