import { chooseFromRow, openFacts, press, sequence } from './actions.ts'
import type { PageState } from './page-state.ts'
import { ONE_SUSPENDED, PASSWORD_CONFIRMATION_NEEDED } from './replies/accounts.ts'

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
    name: 'admin-role-refused',
    path: '/admin/users?search=newcomer',
    action: sequence(chooseFromRow('Edit Role'), press('Save')),
    shows: 'Please select a role.',
  },
  {
    name: 'admin-password',
    path: '/admin/users?search=newcomer',
    calls: { '**/role': PASSWORD_CONFIRMATION_NEEDED },
    action: sequence(chooseFromRow('Edit Role'), chooseRole, press('Save')),
    shows: 'Confirm your password',
    expectedErrors: [/^403 PATCH \/api\/admin\/users\/.*\/role$/],
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
    calls: { '**/api/admin/users?*': ONE_SUSPENDED },
    action: openFacts,
    // It is cut off there.
    shows: 'Collecting contact',
  },
  {
    name: 'admin-lift-suspension',
    path: '/admin/users',
    calls: { '**/api/admin/users?*': ONE_SUSPENDED },
    action: chooseFromRow('Lift suspension'),
    shows: "They'll be able to sign in again",
  },
]
