import { listBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listDonors } from '@blood-bank/contract/donors/endpoints'
import { changeRole, listUsers } from '@blood-bank/contract/users/endpoints'
import { aPage, aUserRecord } from '@blood-bank/web/testing/builders'
import { failing, hanging, refusing, replying } from '@blood-bank/web/testing/replies'
import {
  chooseFromRow,
  openFilters,
  openSheet,
  press,
  sequence,
  type,
  waitForProgressBar,
} from './actions.ts'
import { at, type PageState } from './page-state.ts'
import { LONG_EMAIL } from './replies.ts'

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

export const statesOfList = (noun: keyof typeof LISTS): Omit<PageState, 'as'>[] => {
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
export const USER_STATES: Omit<PageState, 'as'>[] = [
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
