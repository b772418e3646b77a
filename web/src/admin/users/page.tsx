import {
  changeRole,
  exportUsers,
  USER_SORTS,
  type UserRecord,
} from '@blood-bank/contract/users/administration'
import { Role, type User } from '@blood-bank/contract/users/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { PasswordConfirmation } from '../../session/password-confirmation.tsx'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { RecordListing } from '../listing/record-listing.tsx'
import { csvExport } from '../listing/use-export.ts'
import { useListing } from '../listing/use-listing.ts'
import { allowSecondUserAccount, assignRole, refreshUsers, useUserListing } from './queries.ts'
import { SuspensionDialog } from './suspension-dialog.tsx'
import { userColumns } from './user-columns.tsx'

const RecordHistory = lazyPage(() => import('../audit-log/record-history.tsx'), 'RecordHistory')

/** Loaded when it is pressed: the page has no room for what it needs. */
const CoordinatorDialog = lazyPage(() => import('./coordinator-dialog.tsx'), 'CoordinatorDialog')

const FILTERS = { role: { label: 'Role', options: Role.options } } as const

export const ManageUsersPage = () => (
  <AdminPage title="Manage Users">
    <UserListing />
  </AdminPage>
)

/** All users and their roles (spec §2, Manage Users). */
function UserListing() {
  const listing = useListing({ sorts: USER_SORTS, filters: FILTERS })
  const list = useUserListing(listing.query)
  const [edited, setEdited] = useState<UserRecord | null>(null)
  const [suspended, setSuspended] = useState<UserRecord | null>(null)
  const [coordinated, setCoordinated] = useState<{ user: UserRecord; isEnding: boolean } | null>(null)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(null)
  const client = useQueryClient()
  const { mutate: allow } = useMutation({
    mutationFn: (user: UserRecord) => allowSecondUserAccount(client, user),
    onMutate: () => setSaid(null),
    onSuccess: (_, { email }) =>
      setSaid({
        kind: 'success',
        text: `${email} can be verified now: the link in the email works, or a new one.`,
      }),
    onError: (error, { email }) => {
      if (isRefused(error)) void refreshUsers(client)
      setSaid({ kind: 'error', text: explainFailure(error, `Failed to allow the account ${email}.`) })
    },
  })
  const columns = useMemo(
    () =>
      userColumns({
        onEdit: setEdited,
        onSuspend: setSuspended,
        onAllow: user => allow(user),
        onName: user => setCoordinated({ user, isEnding: false }),
        onEndCoordinator: user => setCoordinated({ user, isEnding: true }),
      }),
    [allow],
  )
  return (
    <>
      <RecordListing
        name="Users"
        noun={['user', 'users']}
        searchLabel="Search email"
        failed="Failed to fetch users."
        exported={csvExport(exportUsers, { query: listing.query }, 'users')}
        none="No users have registered yet."
        list={list}
        listing={listing}
        columns={columns}
        titleOf={({ email }) => email}
        details={({ id }) => <RecordHistory id={id} />}
        outcome={
          said && (
            <Notice kind={said.kind} onDismiss={() => setSaid(null)}>
              {said.text}
            </Notice>
          )
        }
      />
      {edited && <EditRoleDialog user={edited} onClose={() => setEdited(null)} />}
      {coordinated && (
        <Suspense>
          <CoordinatorDialog {...coordinated} onClose={() => setCoordinated(null)} />
        </Suspense>
      )}
      {suspended && <SuspensionDialog user={suspended} onClose={() => setSuspended(null)} />}
    </>
  )
}

type RoleProps = { user: User; onClose: () => void }

/** A dialog that changes a user's role. */
const EditRoleDialog = ({ user, onClose }: RoleProps) => (
  <Dialog title="Edit Role" onClose={onClose}>
    <EditRoleForm user={user} onClose={onClose} />
    <PasswordConfirmation />
  </Dialog>
)

/** What the other role means, by the role that a user has. */
const CONSEQUENCES: Record<Role, string> = {
  user: 'As an admin they see all donors, requests and users, and manage them as you do, once they have entered their password.',
  admin: "As a user they lose the admin area, and they're signed out everywhere.",
}

/** Changes a user's role (spec §5). */
function EditRoleForm({ user, onClose }: RoleProps) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: changeRole.body,
    initial: { role: '' },
    // Nothing changes: no question for the password.
    send: async ({ role }) => {
      if (role !== user.role) await assignRole(client, { user, role })
    },
    onSent: onClose,
    onRefused: () => refreshUsers(client),
    explain: refusal => explainFailure(refusal, `Failed to update role for user ${user.email}.`),
  })
  return (
    <>
      <p>
        {`${user.email} currently has the role ${user.role}. ${CONSEQUENCES[user.role]} They and all admins get an email.`}
      </p>
      <Form form={form} action="Save" otherActions={<Button onClick={onClose}>Cancel</Button>}>
        <SelectField label="Role" options={Role.options} placeholder="Select a role" {...form.text('role')} />
      </Form>
    </>
  )
}
