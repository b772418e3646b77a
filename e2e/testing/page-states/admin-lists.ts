import { listBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { listDonors } from '@blood-bank/contract/donors/endpoints'
import { changeRole, listUsers } from '@blood-bank/contract/users/endpoints'
import { aUserRecord } from '@blood-bank/web/testing/admin-builders'
import { aPage } from '@blood-bank/web/testing/builders'
import { failing, hanging, refusing, replying } from '@blood-bank/web/testing/replies'
import {
  chooseFromRow,
  openFacts,
  openFilters,
  press,
  sequence,
  type,
  waitForProgressBar,
} from './actions.ts'
import type { PageState } from './page-state.ts'
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
    {
      name: `${name}-none-found`,
      path,
      action: type({ [search]: 'no such person' }),
      shows: 'match your search and filters.',
    },
    { name: `${name}-none`, path, replies: [replying(endpoint, aPage([]))], shows: none },
    {
      name: `${name}-waiting`,
      path,
      replies: [hanging(endpoint)],
      action: waitForProgressBar,
      shows: 'Loading...',
    },
    { name: `${name}-failed`, path, replies: [failing(endpoint)], shows: failed },
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

const confirmSuspension: PageState['action'] = page =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()

const chooseRole: PageState['action'] = page =>
  page.getByRole('dialog').getByLabel('Role').selectOption('admin')

/** What an admin does to a user. */
export const USER_STATES: Omit<PageState, 'as'>[] = [
  {
    name: 'admin-users-exported',
    path: '/admin/users?role=admin',
    action: press('Export CSV'),
    shows: 'Saved as users-',
  },
  {
    name: 'admin-role',
    path: '/admin/users?search=newcomer',
    action: chooseFromRow('Edit Role'),
    shows: 'has the role',
  },
  {
    name: 'admin-users-own-menu',
    path: '/admin/users?role=admin',
    action: press('More'),
    shows: "You're the only admin.",
  },

  {
    name: 'admin-password',
    path: '/admin/users?search=newcomer',
    replies: [refusing(changeRole, 'password-confirmation-needed')],
    action: sequence(chooseFromRow('Edit Role'), chooseRole, press('Save')),
    shows: 'Confirm your password',
  },
  {
    name: 'admin-suspend',
    path: '/admin/users?search=newcomer',
    action: chooseFromRow('Suspend'),
    shows: "They'll be signed out at once",
  },
  {
    name: 'admin-suspend-refused',
    path: '/admin/users?search=newcomer',
    action: sequence(chooseFromRow('Suspend'), confirmSuspension),
    shows: 'Please select a reason.',
  },
  {
    name: 'admin-suspended',
    path: '/admin/users',
    replies: [ONE_SUSPENDED],
    action: openFacts,
    // It is cut off there.
    shows: 'Collecting contact',
  },
  {
    name: 'admin-lift-suspension',
    path: '/admin/users',
    replies: [ONE_SUSPENDED],
    action: chooseFromRow('Lift suspension'),
    shows: "They'll be able to sign in again",
  },
]
