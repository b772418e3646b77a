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
import { statesOfList } from './admin-lists.ts'
import type { PageState } from './page-state.ts'
import { AUDIT_LOG, AUDITED_RECORD } from './replies/audit-log.ts'
import { DONATIONS, OFFERS_FOR_ADMINS } from './replies/donations.ts'
import { CONSENT_OUTDATED, NUMBER_SHOWN, VERIFIED } from './replies/donors.ts'
import { EMPTY_CHARTS, EMPTY_OVERVIEW, NOTHING_TO_DO } from './replies/overview.ts'
import { EMPTY_LIST } from './replies/usual.ts'
import { USER_STATES } from './users.ts'

/** Presses the button of the question, not the entry of the menu. */
const confirmDeactivation: PageState['action'] = page =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()

/** A new blood bank is shown its first steps in place of an empty list. */
const ALL_IS_DONE = { email: 'works', missingSettings: [], donors: 20, hasAlert: true }

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
    calls: { '**/api/admin/overview*': 'stalls', '**/api/admin/overview/charts': 'stalls' },
    action: waitForProgressBar,
    shows: 'Loading...',
  },
  {
    name: 'admin-overview-failed',
    path: '/admin/overview',
    calls: { '**/api/admin/overview*': 'fails', '**/api/admin/overview/charts': 'fails' },
    shows: 'Failed to load statistics.',
    expectedErrors: [/^lost GET /],
  },
  {
    name: 'admin-overview-first-day',
    path: '/admin/overview',
    calls: {
      '**/api/admin/overview': EMPTY_OVERVIEW,
      '**/api/admin/overview/charts': EMPTY_CHARTS,
    },
    shows: 'Emails are not being delivered: 12 have failed since yesterday.',
  },
  {
    name: 'admin-overview-nothing',
    path: '/admin/overview',
    calls: { '**/api/admin/overview': NOTHING_TO_DO, '**/api/admin/first-run': ALL_IS_DONE },
    shows: 'Nothing to do.',
  },
  {
    name: 'admin-overview-first-steps',
    path: '/admin/overview',
    calls: {
      '**/api/admin/first-run': {
        email: 'unproven',
        missingSettings: ['CLUB_NAME', 'CLUB_WEBSITE_URL', 'CONTACT_URL', 'HOTLINE_NUMBER'],
        donors: 3,
        hasAlert: false,
      },
    },
    shows: 'No email address has been verified yet.',
  },
  ...statesOfList('donors'),
  { name: 'admin-term-summary', path: '/admin/term-summary', shows: 'Units given' },
  {
    name: 'admin-term-summary-small',
    path: '/admin/term-summary?from=2026-01-01&to=2026-01-31',
    calls: {
      '**/api/admin/term-summary?*': {
        donors: null,
        bloodRequests: null,
        unitsGiven: null,
        minutesToFirstOffer: null,
      },
    },
    shows: 'too few offers',
  },
  {
    name: 'admin-term-summary-waiting',
    path: '/admin/term-summary',
    calls: { '**/api/admin/term-summary?*': 'stalls' },
    action: waitForProgressBar,
    shows: 'Loading...',
  },
  {
    name: 'admin-term-summary-failed',
    path: '/admin/term-summary',
    calls: { '**/api/admin/term-summary?*': 'fails' },
    shows: 'Failed to load the summary.',
    expectedErrors: [/^lost GET /],
  },
  {
    name: 'admin-audit-log',
    path: '/admin/audit-log',
    calls: { '**/api/admin/audit-entries?*': AUDIT_LOG },
    shows: '5 entries',
  },
  {
    name: 'admin-audit-log-of-record',
    path: `/admin/audit-log?record=${AUDITED_RECORD}&from=2026-03-01`,
    calls: { '**/api/admin/audit-entries?*': AUDIT_LOG },
    action: openFilters,
    shows: 'Show all entries',
  },
  {
    name: 'admin-donors-following-failed',
    path: '/admin/donors',
    calls: { '**/api/admin/donors?*after=*': 'fails' },
    shows: /^50 of \d+ donors$/,
    expectedErrors: [/^lost GET \/api\/admin\/donors/],
  },
  {
    name: 'admin-donors-not-marked',
    path: '/admin/donors?bloodGroup=AB-',
    calls: { '**/api/admin/donors/*/activation': 'fails' },
    action: sequence(chooseFromRow('Deactivate'), confirmDeactivation),
    shows: 'Failed to update donor profile active status.',
    expectedErrors: [/^lost /],
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
    calls: { '**/api/admin/donors/*/number-reveals': NUMBER_SHOWN },
    action: sequence(openFacts, press('Show number')),
    shows: 'Never pay or ask for money.',
  },
  {
    name: 'admin-donors-number-refused',
    path: '/admin/donors',
    calls: { '**/api/admin/donors/*/number-reveals': CONSENT_OUTDATED },
    action: sequence(openFacts, press('Show number')),
    shows: 'has not agreed yet',
    expectedErrors: [/^409 POST /],
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
    calls: { '**/api/admin/donors/*/verification': VERIFIED },
    action: press('Verify'),
    shows: 'is Verified.',
  },
  {
    name: 'admin-donations',
    path: '/admin/donors?search=volunteer',
    calls: { '**/api/admin/donors/*/donations*': DONATIONS },
    action: sequence(chooseFromRow('Donations'), press('Correct date')),
    shows: 'Disputed',
  },
  {
    name: 'admin-donations-none',
    path: '/admin/donors?search=volunteer',
    action: chooseFromRow('Donations'),
    shows: 'No donation has been recorded yet.',
  },
  {
    name: 'admin-donations-failed',
    path: '/admin/donors?search=volunteer',
    calls: { '**/api/admin/donors/*/{donations,offers}*': 'fails' },
    action: chooseFromRow('Donations'),
    shows: 'Failed to load the donations.',
    expectedErrors: [/^lost GET /],
  },
  ...statesOfList('blood-requests'),
  {
    name: 'admin-offers',
    path: '/admin/requests',
    calls: { '**/api/blood-requests/*/offers*': OFFERS_FOR_ADMINS },
    action: sequence(chooseFromRow('Offers'), press('Record donation')),
    shows: 'Save donation',
  },
  {
    name: 'admin-offers-none',
    path: '/admin/requests',
    calls: { '**/api/blood-requests/*/offers*': EMPTY_LIST },
    action: chooseFromRow('Offers'),
    shows: 'Nobody has offered to donate for this request yet.',
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

/** A stubbed reply with an unverified admin; the demo has none. */
const UNVERIFIED = {
  user: {
    id: '0198f3a0-1234-7abc-8def-0123456789ab',
    email: 'admin@example.edu',
    role: 'admin',
    emailVerified: false,
    createdAt: '2026-01-05T08:00:00.000Z',
  },
}

const UNVERIFIED_STATES: Omit<PageState, 'as'>[] = ['overview', 'donors'].map(page => ({
  name: `admin-${page}-unverified`,
  path: `/admin/${page}`,
  calls: { '**/api/session': UNVERIFIED },
  shows: 'Email not verified',
}))

export const ADMIN_STATES: PageState[] = [...STATES, ...UNVERIFIED_STATES].map(state => ({
  as: 'admin',
  ...state,
}))
