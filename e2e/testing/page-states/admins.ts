import { type AuditEntry, listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { listBloodRequests } from '@blood-bank/contract/blood-requests/administration'
import { listDonors, revealDonorNumber, verifyDonor } from '@blood-bank/contract/donors/administration'
import { listHallRecords } from '@blood-bank/contract/halls/endpoints'
import { listDonationsOfDonor } from '@blood-bank/contract/offers/donations'
import { listReceivedOffers } from '@blood-bank/contract/offers/endpoints'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { type Overview, readCharts, readFirstRun, readOverview } from '@blood-bank/contract/site/overview'
import { readTermSummary } from '@blood-bank/contract/site/term-summary'
import { changeRole, listUsers } from '@blood-bank/contract/users/administration'
import { aDonation, aDonorRecord, anAdmin, aPage, aUserRecord } from '@blood-bank/web/testing/builders'
import { failing, hanging, refusing, replying, someCharts, someCounts } from '@blood-bank/web/testing/replies'
import {
  askForShortcuts,
  check,
  chooseFromRow,
  openFilters,
  openSheet,
  openWholeText,
  press,
  pressMenu,
  sequence,
  type,
  unfold,
  waitForProgressBar,
} from './actions.ts'
import { at, type PageState, statesOf } from './page-state.ts'
import { idOf, LONG_EMAIL, LONG_NAME, RECEIVED_OFFERS } from './replies.ts'

/** Each list of the admin area: a filter that leaves few records, the label of its search, and its messages when it is empty or fails. */
const LISTS = {
  donors: {
    endpoint: listDonors,
    few: '?bloodGroup=AB-',
    search: 'Search donors',
    none: 'No donors have registered yet.',
    failed: 'Failed to fetch donor profiles.',
  },
  requests: {
    endpoint: listBloodRequests,
    few: '?status=cancelled',
    search: 'Search requests',
    none: 'No blood requests found in the system.',
    failed: 'Failed to fetch blood requests.',
  },
  users: {
    endpoint: listUsers,
    few: '?role=admin',
    search: 'Search email',
    none: 'No users',
    failed: 'Failed to fetch users.',
  },
}

const statesOfList = (noun: keyof typeof LISTS): Omit<PageState, 'as'>[] => {
  const { endpoint, few, search, none, failed } = LISTS[noun]
  const path = `/admin/${noun}`
  const name = `admin-${noun}`
  return [
    { name, path, shows: /^[\d,]+ \w+$/ },
    { name: `${name}-filters`, path: `${path}${few}`, action: openFilters, shows: /^[\d,]+ \w+$/ },
    ...at(
      path,
      [`${name}-none-found`, 'match your search and filters.', [], type({ [search]: 'no such person' })],
      [`${name}-none`, none, [replying(endpoint, aPage([]))]],
      [`${name}-waiting`, 'Loading...', [hanging(endpoint)], waitForProgressBar],
      [`${name}-failed`, failed, [failing(endpoint)]],
    ),
  ]
}

const ONE_SUSPENDED = replying(
  listUsers,
  aPage([
    aUserRecord({
      email: LONG_EMAIL,
      suspension: {
        reason: 'collecting-contacts',
        note: 'Reported by three donors who were called by a clinic that they do not know.',
        suspendedAt: '2026-03-15T10:15:00.000Z',
      },
    }),
  ]),
)

const chooseRole: PageState['action'] = page =>
  page.getByRole('dialog').getByLabel('Role').selectOption('admin')

/** What an admin does to a user. */
const USER_STATES: Omit<PageState, 'as'>[] = [
  ...at('/admin/users?role=admin', ['admin-users-exported', 'Saved as users-', [], press('Export CSV')]),
  ...at('/admin/users?search=newcomer', ['admin-role', 'has the role', [], press('Edit Role')]),
  ...at(
    '/admin/users?search=newcomer',
    [
      'admin-password',
      'Confirm your password',
      [refusing(changeRole, 'password-confirmation-needed')],
      sequence(press('Edit Role'), chooseRole, press('Save')),
    ],
    ['admin-suspend', "They'll be signed out at once", [], chooseFromRow('Suspend')],
  ),
  ...at('/admin/users?search=volunteer', [
    'admin-coordinator',
    /will see and call the donors/,
    [],
    chooseFromRow('Make coordinator'),
  ]),
  ...at(
    '/admin/users?search=coordinator',
    ['admin-coordinator-ending', 'End it now', [], chooseFromRow('End as coordinator')],
    [
      'admin-coordinator-day-over',
      /^This day is over/,
      [],
      sequence(chooseFromRow('Change coordinator'), type({ 'Last Day': '2026-03-01' }), press('Save')),
    ],
    ['admin-coordinator-details', 'Banyan Hall', [], openSheet],
  ),
  {
    name: 'admin-suspended',
    path: '/admin/users',
    replies: [ONE_SUSPENDED],
    action: openSheet,
    shows: /^Collecting contact/,
  },
  ...at('/admin/users', [
    'admin-lift-suspension',
    "They'll be able to sign in again",
    [ONE_SUSPENDED],
    chooseFromRow('Lift suspension'),
  ]),
]

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
  contradictionWarnings: [{ userId: idOf(75), email: LONG_EMAIL, donors: 3 }],
})

/** The site without a request, a donor or an answer. */
const EMPTY_CHARTS = {
  weeks: someCharts().weeks.map(({ monday }) => ({ monday, active: 0, fulfilled: 0, cancelled: 0 })),
  availableDonors: someCharts().availableDonors.map(group => ({ ...group, donors: 0, unitsAsked: 0 })),
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
  ...at(
    '/admin/overview',
    ['admin-overview', 'Available donors by blood group'],
    ['admin-overview-numbers', 'Week of', [], unfold('Show numbers')],
  ),
  { name: 'admin-menu', path: '/admin', action: pressMenu, shows: 'Back to Main Site' },
  ...at(
    '/admin/overview',
    ['admin-shortcuts', 'Use keyboard shortcuts in this browser', [], askForShortcuts],
    [
      'admin-overview-waiting',
      'Loading...',
      [hanging(readOverview), hanging(readCharts)],
      waitForProgressBar,
    ],
    [
      'admin-overview-first-day',
      'Emails are not being delivered: 12 have failed since yesterday.',
      [replying(readOverview, EVERYTHING_TO_DO), replying(readCharts, EMPTY_CHARTS)],
    ],
  ),
  ...at('/admin/overview', [
    'admin-overview-first-steps',
    'No email address has been verified yet.',
    [
      replying(readFirstRun, {
        email: 'unproven',
        missingSettings: ['CLUB_NAME', 'CLUB_WEBSITE_URL', 'CONTACT_URL', 'HOTLINE_NUMBER'],
        donors: 3,
        hasAlert: false,
      }),
    ],
    unfold('Set-up'),
  ]),
  ...statesOfList('donors'),
  { name: 'admin-term-summary', path: '/admin/term-summary', shows: 'Units given' },
  ...at('/admin/term-summary?from=2026-01-01&to=2026-01-31', [
    'admin-term-summary-small',
    'too few offers',
    [
      replying(readTermSummary, {
        donors: null,
        bloodRequests: null,
        unitsGiven: null,
        minutesToFirstOffer: null,
      }),
    ],
  ]),
  ...at('/admin/audit-log', ['admin-audit-log', '4 entries', [AUDIT_LOG]]),
  ...at(`/admin/audit-log?record=${NADIA.id}&from=2026-03-01`, [
    'admin-audit-log-of-record',
    'Show all entries',
    [AUDIT_LOG],
    openFilters,
  ]),
  ...at('/admin/donors?search=volunteer', [
    'admin-donors-deactivation',
    'is withdrawn, and both sides get an email.',
    [],
    chooseFromRow('Deactivate'),
  ]),
  ...at('/admin/donors', [
    'admin-donors-number-shown',
    'Never pay or ask for money.',
    [replying(revealDonorNumber, { contactNumber: '+880 1812-345678' })],
    sequence(openSheet, press('Show number')),
  ]),
  ...at('/admin/donors?isVerified=false', ['admin-donors-selected', /^Verify \d+$/, [], check('Select all')]),
  { name: 'admin-donors-menu', path: '/admin/donors', action: press('More'), shows: 'Audit log' },
  ...at('/admin/donors?isVerified=false', [
    'admin-donors-verified',
    'is Verified.',
    [replying(verifyDonor, aDonorRecord({ fullName: LONG_NAME, isVerified: true }))],
    press('Verify'),
  ]),
  ...at(
    '/admin/donors?search=volunteer',
    ['admin-donations', 'Disputed', [DONATIONS], sequence(openSheet, press('Correct'))],
    ['admin-donations-none', 'No donation has been recorded yet.', [], openSheet],
  ),

  ...statesOfList('requests'),
  ...at(
    '/admin/requests',
    [
      'admin-offers',
      'Save donation',
      [replying(listReceivedOffers, aPage(RECEIVED_OFFERS))],
      sequence(openSheet, press('Record donation')),
    ],
    [
      'admin-requests-asked',
      'Please select a reason.',
      [],
      sequence(chooseFromRow('Delete'), press('Delete this request')),
    ],
  ),
  ...statesOfList('users'),
  ...at(
    '/admin/donors',
    ['admin-halls', /chosen it\.$/, [], press('Halls')],
    ['admin-halls-none', 'There are none yet.', [replying(listHallRecords, { halls: [] })], press('Halls')],
    [
      'admin-hall-renaming',
      'Hall Name is required.',
      [],
      sequence(press('Halls'), press('Rename Banyan Hall'), type({ 'Hall Name': '' }), press('Save')),
    ],
    ['admin-hall-deleting', 'Delete this hall', [], sequence(press('Halls'), press('Delete Banyan Hall'))],
  ),
  ...at('/admin/users', ['admin-users-whole-text', /^[\d,]+ users$/, [], openWholeText]),
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
