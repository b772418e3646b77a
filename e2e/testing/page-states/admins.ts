import {
  askForShortcuts,
  openFilters,
  openWholeText,
  press,
  pressMenu,
  sequence,
  type,
  unfold,
  waitForProgressBar,
} from './actions.ts'
import { AUDIT_LOG, AUDITED_RECORD } from './audit-replies.ts'
import type { PageState } from './page-state.ts'
import {
  CONSENT_OUTDATED,
  DONATIONS,
  EMPTY_CHARTS,
  EMPTY_LIST,
  EMPTY_OVERVIEW,
  NUMBER_SHOWN,
  OFFERS_FOR_ADMINS,
  ONE_SUSPENDED,
  PASSWORD_CONFIRMATION_NEEDED,
} from './replies.ts'

const confirmSuspension: PageState['action'] = page =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()

const chooseRole: PageState['action'] = page =>
  page.getByRole('dialog').getByLabel('Role').selectOption('admin')

/** Each list of the admin area: a filter that leaves few records, and its messages when it is empty or fails. */
const LISTS = {
  donors: {
    few: '?bloodGroup=AB-',
    none: 'No donors have registered yet.',
    failed: 'Failed to fetch donor profiles.',
  },
  'blood-requests': {
    few: '?status=cancelled',
    none: 'No blood requests found in the system.',
    failed: 'Failed to fetch blood requests.',
  },
  users: { few: '?role=admin', none: 'No users', failed: 'Failed to fetch users.' },
}

const statesOfList = (noun: keyof typeof LISTS): Omit<PageState, 'as'>[] => {
  const { few, none, failed } = LISTS[noun]
  const path = noun === 'blood-requests' ? '/admin/requests' : `/admin/${noun}`
  const name = path.slice(1).replace('/', '-')
  const calls = `**/api/admin/${noun}?*`
  return [
    { name, path, shows: /^[\d,]+ \w+$/ },
    { name: `${name}-filters`, path: `${path}${few}`, action: openFilters, shows: /^[\d,]+ \w+$/ },
    {
      name: `${name}-none-found`,
      path,
      action: type({ Search: 'no such person' }),
      shows: 'match your search and filters.',
    },
    { name: `${name}-none`, path, calls: { [calls]: EMPTY_LIST }, shows: none },
    {
      name: `${name}-waiting`,
      path,
      calls: { [calls]: 'stalls' },
      action: waitForProgressBar,
      shows: 'Loading...',
    },
    {
      name: `${name}-failed`,
      path,
      calls: { [calls]: 'fails' },
      shows: failed,
      expectedErrors: [/^lost GET /],
    },
  ]
}

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
    shows: 'Emails are not being delivered: 12 were given up since yesterday.',
  },
  ...statesOfList('donors'),
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
    action: press('Deactivate'),
    shows: 'Failed to update donor profile active status.',
    expectedErrors: [/^lost /],
  },
  {
    name: 'admin-donors-number-shown',
    path: '/admin/donors',
    calls: { '**/api/admin/donors/*/number-reveals': NUMBER_SHOWN },
    action: press('Show number'),
    shows: 'Never pay or ask for money.',
  },
  {
    name: 'admin-donors-number-refused',
    path: '/admin/donors',
    calls: { '**/api/admin/donors/*/number-reveals': CONSENT_OUTDATED },
    action: press('Show number'),
    shows: 'has not agreed yet',
    expectedErrors: [/^409 POST /],
  },
  {
    name: 'admin-donations',
    path: '/admin/donors?search=volunteer',
    calls: { '**/api/admin/donors/*/donations*': DONATIONS },
    action: sequence(press('Donations'), press('Correct date')),
    shows: 'Disputed',
  },
  {
    name: 'admin-donations-none',
    path: '/admin/donors?search=volunteer',
    action: press('Donations'),
    shows: 'No donation has been recorded yet.',
  },
  {
    name: 'admin-donations-failed',
    path: '/admin/donors?search=volunteer',
    calls: { '**/api/admin/donors/*/{donations,offers}*': 'fails' },
    action: press('Donations'),
    shows: 'Failed to load the donations.',
    expectedErrors: [/^lost GET /],
  },
  ...statesOfList('blood-requests'),
  {
    name: 'admin-offers',
    path: '/admin/requests',
    calls: { '**/api/blood-requests/*/offers*': OFFERS_FOR_ADMINS },
    action: sequence(press('Offers'), press('Record donation')),
    shows: 'Save donation',
  },
  {
    name: 'admin-offers-none',
    path: '/admin/requests',
    calls: { '**/api/blood-requests/*/offers*': EMPTY_LIST },
    action: sequence(press('Offers')),
    shows: 'Nobody has offered to donate for this request yet.',
  },
  {
    name: 'admin-requests-asked',
    path: '/admin/requests?status=cancelled',
    action: press('Delete'),
    shows: 'Yes, delete it',
  },
  {
    name: 'admin-requests-whole-text',
    path: '/admin/requests',
    action: openWholeText,
    shows: /^[\d,]+ requests$/,
  },
  ...statesOfList('users'),
  {
    name: 'admin-users-exported',
    path: '/admin/users?role=admin',
    action: press('Export CSV'),
    shows: 'Saved as users-',
  },
  {
    name: 'admin-role',
    path: '/admin/users?search=newcomer',
    action: press('Edit Role'),
    shows: 'has the role',
  },
  {
    name: 'admin-role-refused',
    path: '/admin/users?search=newcomer',
    action: sequence(press('Edit Role'), press('Save')),
    shows: 'Please select a role.',
  },
  {
    name: 'admin-password',
    path: '/admin/users?search=newcomer',
    calls: { '**/role': PASSWORD_CONFIRMATION_NEEDED },
    action: sequence(press('Edit Role'), chooseRole, press('Save')),
    shows: 'Confirm your password',
    expectedErrors: [/^403 PATCH \/api\/admin\/users\/.*\/role$/],
  },
  {
    name: 'admin-suspend',
    path: '/admin/users?search=newcomer',
    action: press('Suspend'),
    shows: "They'll be signed out at once",
  },
  {
    name: 'admin-suspend-refused',
    path: '/admin/users?search=newcomer',
    action: sequence(press('Suspend'), confirmSuspension),
    shows: 'Please select a reason.',
  },
  {
    name: 'admin-suspended',
    path: '/admin/users',
    calls: { '**/api/admin/users?*': ONE_SUSPENDED },
    shows: 'Collecting contact details',
  },
  {
    name: 'admin-lift-suspension',
    path: '/admin/users',
    calls: { '**/api/admin/users?*': ONE_SUSPENDED },
    action: press('Lift suspension'),
    shows: "They'll be able to sign in again",
  },
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
  shows: "isn't verified yet",
}))

export const ADMIN_STATES: PageState[] = [...STATES, ...UNVERIFIED_STATES].map(state => ({
  as: 'admin',
  ...state,
}))
