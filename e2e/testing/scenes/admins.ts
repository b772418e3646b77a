import {
  askForShortcuts,
  inTurn,
  openFilters,
  openMenu,
  openWholeText,
  press,
  type,
  unfold,
  waitForLine,
} from './acts.ts'
import {
  CHARTS_OF_NOTHING,
  COUNTS_OF_NOTHING,
  NONE,
  ONE_SUSPENDED,
  PASSWORD_CONFIRMATION_NEEDED,
} from './replies.ts'
import type { Scene } from './scene.ts'

const confirmSuspension: Scene['act'] = page =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()

const chooseRole: Scene['act'] = page => page.getByRole('dialog').getByLabel('Role').selectOption('admin')

/** Each list of the admin area: what leaves few records of it, and what it says when it is empty or fails. */
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

const scenesOfList = (noun: keyof typeof LISTS): Omit<Scene, 'as'>[] => {
  const { few, none, failed } = LISTS[noun]
  const path = noun === 'blood-requests' ? '/admin/requests' : `/admin/${noun}`
  const name = path.slice(1).replace('/', '-')
  const calls = `**/api/admin/${noun}?*`
  return [
    { name, path, shows: /^[\d,]+ \w+$/ },
    { name: `${name}-filters`, path: `${path}${few}`, act: openFilters, shows: /^[\d,]+ \w+$/ },
    {
      name: `${name}-none-found`,
      path,
      act: type({ Search: 'nobody is called that' }),
      shows: 'match your search and filters.',
    },
    { name: `${name}-none`, path, calls: { [calls]: NONE }, shows: none },
    { name: `${name}-waiting`, path, calls: { [calls]: 'stalls' }, act: waitForLine, shows: 'Loading...' },
    {
      name: `${name}-failed`,
      path,
      calls: { [calls]: 'fails' },
      shows: failed,
      faults: [/^lost GET /],
    },
  ]
}

const SCENES: Omit<Scene, 'as'>[] = [
  { name: 'admin-overview', path: '/admin/overview', shows: 'Available donors by blood group' },
  { name: 'admin-overview-numbers', path: '/admin/overview', act: unfold('Show numbers'), shows: 'Week of' },
  { name: 'admin-menu', path: '/admin', act: openMenu, shows: 'Back to Main Site' },
  {
    name: 'admin-shortcuts',
    path: '/admin/overview',
    act: askForShortcuts,
    shows: 'Use keyboard shortcuts in this browser',
  },
  {
    name: 'admin-overview-waiting',
    path: '/admin/overview',
    calls: { '**/api/admin/overview*': 'stalls', '**/api/admin/overview/charts': 'stalls' },
    act: waitForLine,
    shows: 'Loading...',
  },
  {
    name: 'admin-overview-failed',
    path: '/admin/overview',
    calls: { '**/api/admin/overview*': 'fails', '**/api/admin/overview/charts': 'fails' },
    shows: 'Failed to load statistics.',
    faults: [/^lost GET /],
  },
  {
    name: 'admin-overview-first-day',
    path: '/admin/overview',
    calls: {
      '**/api/admin/overview': COUNTS_OF_NOTHING,
      '**/api/admin/overview/charts': CHARTS_OF_NOTHING,
    },
    shows: "2 emails couldn't be delivered.",
  },
  ...scenesOfList('donors'),
  {
    name: 'admin-donors-following-failed',
    path: '/admin/donors',
    calls: { '**/api/admin/donors?*after=*': 'fails' },
    shows: /^\d+ donors, 50 loaded$/,
    faults: [/^lost GET \/api\/admin\/donors/],
  },
  {
    name: 'admin-donors-not-marked',
    path: '/admin/donors?bloodGroup=AB-',
    calls: { '**/api/admin/donors/*/activation': 'fails' },
    act: press('Deactivate'),
    shows: 'Failed to update donor profile active status.',
    faults: [/^lost /],
  },
  ...scenesOfList('blood-requests'),
  {
    name: 'admin-requests-asked',
    path: '/admin/requests?status=cancelled',
    act: press('Delete'),
    shows: 'Yes, delete it',
  },
  {
    name: 'admin-requests-whole-text',
    path: '/admin/requests',
    act: openWholeText,
    shows: /^[\d,]+ requests$/,
  },
  ...scenesOfList('users'),
  {
    name: 'admin-users-exported',
    path: '/admin/users?role=admin',
    act: press('Export CSV'),
    shows: 'Saved as users-',
  },
  {
    name: 'admin-role',
    path: '/admin/users?search=newcomer',
    act: press('Edit Role'),
    shows: 'has the role',
  },
  {
    name: 'admin-role-refused',
    path: '/admin/users?search=newcomer',
    act: inTurn(press('Edit Role'), press('Save')),
    shows: 'Please select a role.',
  },
  {
    name: 'admin-password',
    path: '/admin/users?search=newcomer',
    calls: { '**/role': PASSWORD_CONFIRMATION_NEEDED },
    act: inTurn(press('Edit Role'), chooseRole, press('Save')),
    shows: 'Confirm your password',
    faults: [/^403 PATCH \/api\/admin\/users\/.*\/role$/],
  },
  {
    name: 'admin-suspend',
    path: '/admin/users?search=newcomer',
    act: press('Suspend'),
    shows: "They'll be signed out at once",
  },
  {
    name: 'admin-suspend-refused',
    path: '/admin/users?search=newcomer',
    act: inTurn(press('Suspend'), confirmSuspension),
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
    act: press('Lift suspension'),
    shows: "They'll be able to sign in again",
  },
]

/** An admin whose email is not verified: none of the demo is, so the server is made to say so. */
const UNVERIFIED = {
  user: {
    id: '0198f3a0-1234-7abc-8def-0123456789ab',
    email: 'admin@example.edu',
    role: 'admin',
    emailVerified: false,
    createdAt: '2026-01-05T08:00:00.000Z',
  },
}

const UNVERIFIED_SCENES: Omit<Scene, 'as'>[] = ['overview', 'donors'].map(page => ({
  name: `admin-${page}-unverified`,
  path: `/admin/${page}`,
  calls: { '**/api/session': UNVERIFIED },
  shows: "isn't verified yet",
}))

export const ADMIN_SCENES: Scene[] = [...SCENES, ...UNVERIFIED_SCENES].map(scene => ({
  as: 'admin',
  ...scene,
}))
