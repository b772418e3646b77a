import { type AuditEntry, listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { verifyDonor } from '@blood-bank/contract/donors/endpoints'
import { revealDonorNumber } from '@blood-bank/contract/offers/contact-reveals'
import { listDonationsOfDonor } from '@blood-bank/contract/offers/donations'
import { listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { type Overview, readCharts, readFirstRun, readOverview } from '@blood-bank/contract/site/overview'
import { readTermSummary } from '@blood-bank/contract/site/term-summary'
import { aDonorRecord, anAdmin } from '@blood-bank/web/testing/admin-builders'
import { aPage } from '@blood-bank/web/testing/builders'
import { aDonation } from '@blood-bank/web/testing/offer-builders'
import { someCharts, someCounts } from '@blood-bank/web/testing/page-replies'
import { hanging, replying } from '@blood-bank/web/testing/replies'
import {
  askForShortcuts,
  check,
  chooseFromRow,
  openFacts,
  openFilters,
  openWholeText,
  press,
  pressMenu,
  sequence,
  unfold,
  waitForProgressBar,
} from './actions.ts'
import { statesOfList, USER_STATES } from './admin-lists.ts'
import { type PageState, statesOf } from './page-state.ts'
import { idOf, LONG_EMAIL, LONG_NAME, RECEIVED_OFFERS } from './replies.ts'

/** The overview without donors and requests, on which everything waits for an admin. */
const EVERYTHING_TO_DO: Overview = someCounts({
  donors: 0,
  donorsToVerify: 0,
  donorsToClaim: 14,
  users: 1,
  bloodRequests: { active: 0, fulfilled: 0, cancelled: 0 },
  unitsGiven: 0,
  requestsWithoutOffer: 0,
  reportsWaiting: { total: 2, visibleRequests: 1, hiddenRequests: 1 },
  disputedDonations: {
    total: 12,
    records: [
      {
        id: idOf(71),
        donatedOn: '2026-02-27',
        disputedAt: '2026-02-28T08:05:00.000Z',
        donor: { id: idOf(72), fullName: LONG_NAME, email: 'mamun@students.example.edu' },
      },
    ],
  },
  deadMails: 14,
  deliveryFaults: {
    mailsGivenUp: 12,
    pushesGivenUp: 3,
    textsGivenUp: 2,
    textError: 'the gateway answered 402: {"message":"Insufficient credit"}',
    textLimitReached: 200,
    unverifiedMails: { sent: 1240, perDay: 2000, waiting: 35 },
    planningDelayMinutes: 9,
  },
  lowSpaceMegabytes: 412,
  isTimeZoneMissing: true,
  numberWarnings: [
    { email: LONG_EMAIL, lastHour: 400, lastDay: 1000, wasRefused: true },
    { email: 'rima@example.edu', lastHour: 330, lastDay: 340, wasRefused: false },
  ].map((warning, at) => ({ ...warning, userId: idOf(73 + at), warnedAt: '2026-02-28T08:05:00.000Z' })),
  alertWarnings: [{ userId: idOf(75), email: LONG_EMAIL, donorsAsked: 60 }],
})

/** The site without a request, a donor or an answer. */
const EMPTY_CHARTS = {
  weeks: someCharts().weeks.map(({ monday }) => ({ monday, active: 0, fulfilled: 0, cancelled: 0 })),
  availableDonors: someCharts().availableDonors.map(group => ({ ...group, donors: 0 })),
  answerTimes: [],
}

const RAFI = { id: idOf(51), name: 'Rafi Ahmed', email: 'rafi@example.edu' }
const ERASED = { id: idOf(52), name: null, email: null }
const NADIA = { type: 'user', id: idOf(53), name: 'Nadia Islam' } as const

/** Entries of the audit log that the demo does not have at hand, among them one without its people. */
const AUDIT_LOG = replying(
  listAuditEntries,
  aPage<AuditEntry>([
    {
      id: idOf(60),
      at: '2026-03-16T08:05:41.000Z',
      actor: RAFI,
      action: 'suspended',
      record: NADIA,
      before: null,
      after: { reason: 'false-requests' },
      note: 'Two hospitals say that they do not know the patient, and nobody answers the phone.',
    },
    {
      id: idOf(61),
      at: '2026-03-15T10:15:09.000Z',
      actor: ERASED,
      action: 'blood-request-closed',
      record: {
        type: 'blood-request',
        id: idOf(54),
        name: 'Delwar Mia (B−, Dhaka Medical College Hospital)',
      },
      before: { status: 'active' },
      after: { status: 'cancelled' },
      note: null,
    },
    {
      id: idOf(62),
      at: '2026-03-14T21:00:30.000Z',
      actor: ERASED,
      action: 'donor-verified',
      record: { type: 'donor', id: idOf(55), name: null },
      before: { isVerified: false },
      after: { isVerified: true },
      note: null,
    },
    {
      id: idOf(63),
      at: '2026-03-14T10:15:00.000Z',
      actor: RAFI,
      action: 'exported',
      record: null,
      before: null,
      after: { what: 'donors', records: 214 },
      note: null,
    },
  ]),
)

/** Of which one is disputed. */
const DONATIONS = replying(
  listDonationsOfDonor,
  aPage([
    aDonation({ disputedAt: '2026-03-15T10:15:00.000Z' }),
    aDonation({ id: idOf(22), donatedOn: '2025-10-01', recordedBy: 'donor' }),
  ]),
)

const STATES: Omit<PageState, 'as'>[] = [
  { name: 'admin-overview', path: '/admin/overview', shows: 'Available donors by blood group' },
  {
    name: 'admin-overview-numbers',
    path: '/admin/overview',
    action: unfold('Show numbers'),
    shows: 'Week of',
  },
  { name: 'admin-menu', path: '/admin', action: pressMenu, shows: 'Back to Main Site' },
  {
    name: 'admin-shortcuts',
    path: '/admin/overview',
    action: askForShortcuts,
    shows: 'Use keyboard shortcuts in this browser',
  },
  {
    name: 'admin-overview-waiting',
    path: '/admin/overview',
    replies: [hanging(readOverview), hanging(readCharts)],
    action: waitForProgressBar,
    shows: 'Loading...',
  },

  {
    name: 'admin-overview-first-day',
    path: '/admin/overview',
    replies: [replying(readOverview, EVERYTHING_TO_DO), replying(readCharts, EMPTY_CHARTS)],
    shows: 'Emails are not being delivered: 12 have failed since yesterday.',
  },
  {
    name: 'admin-overview-nothing',
    path: '/admin/overview',
    replies: [
      replying(readOverview, someCounts({ donorsToVerify: 0, requestsWithoutOffer: 0 })),
      // A new blood bank is shown its first steps in place of an empty list.
      replying(readFirstRun, { email: 'works', missingSettings: [], donors: 20, hasAlert: true }),
    ],
    shows: 'Nothing to do.',
  },
  {
    name: 'admin-overview-first-steps',
    path: '/admin/overview',
    replies: [
      replying(readFirstRun, {
        email: 'unproven',
        missingSettings: ['CLUB_NAME', 'CLUB_WEBSITE_URL', 'CONTACT_URL', 'HOTLINE_NUMBER'],
        donors: 3,
        hasAlert: false,
      }),
    ],
    shows: 'No email address has been verified yet.',
  },
  ...statesOfList('donors'),
  { name: 'admin-term-summary', path: '/admin/term-summary', shows: 'Units given' },
  {
    name: 'admin-term-summary-small',
    path: '/admin/term-summary?from=2026-01-01&to=2026-01-31',
    replies: [
      replying(readTermSummary, {
        donors: null,
        bloodRequests: null,
        unitsGiven: null,
        minutesToFirstOffer: null,
      }),
    ],
    shows: 'too few offers',
  },

  {
    name: 'admin-audit-log',
    path: '/admin/audit-log',
    replies: [AUDIT_LOG],
    shows: '4 entries',
  },
  {
    name: 'admin-audit-log-of-record',
    path: `/admin/audit-log?record=${NADIA.id}&from=2026-03-01`,
    replies: [AUDIT_LOG],
    action: openFilters,
    shows: 'Show all entries',
  },

  {
    name: 'admin-donors-deactivation',
    path: '/admin/donors?search=volunteer',
    action: chooseFromRow('Deactivate'),
    shows: 'is withdrawn, and both sides get an email.',
  },
  { name: 'admin-donors-facts', path: '/admin/donors', action: openFacts, shows: 'Show number' },
  {
    name: 'admin-donors-number-shown',
    path: '/admin/donors',
    replies: [replying(revealDonorNumber, { contactNumber: '+880 1812-345678' })],
    action: sequence(openFacts, press('Show number')),
    shows: 'Never pay or ask for money.',
  },

  {
    name: 'admin-donors-selected',
    path: '/admin/donors?isVerified=false',
    action: check('Select all'),
    shows: /^Verify \d+$/,
  },
  { name: 'admin-donors-menu', path: '/admin/donors', action: press('More'), shows: 'Donations' },
  {
    name: 'admin-donors-verified',
    path: '/admin/donors?isVerified=false',
    replies: [replying(verifyDonor, aDonorRecord({ fullName: LONG_NAME, isVerified: true }))],
    action: press('Verify'),
    shows: 'is Verified.',
  },
  {
    name: 'admin-donations',
    path: '/admin/donors?search=volunteer',
    replies: [DONATIONS],
    action: sequence(chooseFromRow('Donations'), press('Correct')),
    shows: 'Disputed',
  },
  {
    name: 'admin-donations-none',
    path: '/admin/donors?search=volunteer',
    action: chooseFromRow('Donations'),
    shows: 'No donation has been recorded yet.',
  },

  ...statesOfList('requests'),
  {
    name: 'admin-offers',
    path: '/admin/requests',
    replies: [replying(listReceivedOffers, aPage(RECEIVED_OFFERS))],
    action: sequence(chooseFromRow('Offers'), press('Record donation')),
    shows: 'Save donation',
  },

  {
    name: 'admin-requests-asked',
    path: '/admin/requests',
    action: sequence(chooseFromRow('Delete'), press('Delete this request')),
    shows: 'Please select a reason.',
  },
  ...statesOfList('users'),
  {
    name: 'admin-users-whole-text',
    path: '/admin/users',
    action: openWholeText,
    shows: /^[\d,]+ users$/,
  },
  ...USER_STATES,
]

/** The demo has no unverified admin. */
const UNVERIFIED = replying(readSession, { user: { ...anAdmin(), emailVerified: false } })

export const ADMIN_STATES: PageState[] = statesOf('admin', [
  ...STATES,
  ...['overview', 'donors'].map(page => ({
    name: `admin-${page}-unverified`,
    path: `/admin/${page}`,
    replies: [UNVERIFIED],
    shows: 'Email not verified',
  })),
])
