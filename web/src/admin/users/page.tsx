import { exportUsers, Role, USER_SORTS, type UserRecord } from '@blood-bank/contract/users/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toasts.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { csvExport } from '../listing/export/use-export.ts'
import { RecordListing } from '../listing/record-listing.tsx'
import { useListing } from '../listing/use-listing.ts'
import { EditRoleDialog } from './edit-role-dialog.tsx'
import { allowSecondUserAccount, refreshUsers, useUserListing } from './queries.ts'
import { SuspensionDialog } from './suspension-dialog.tsx'
import { userColumns } from './user-columns.tsx'

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
  const [failure, setFailure] = useState<string | null>(null)
  const client = useQueryClient()
  const { mutate: allow } = useMutation({
    mutationFn: (user: UserRecord) => allowSecondUserAccount(client, user),
    onMutate: () => setFailure(null),
    onSuccess: (_, { email }) =>
      showToast(`${email} can be verified now: the link in the email works, or a new one.`),
    onError: (error, { email }) => {
      if (isRefused(error)) void refreshUsers(client)
      setFailure(explainFailure(error, `Failed to allow the account ${email}.`))
    },
  })
  const columns = useMemo(
    () => userColumns({ onEdit: setEdited, onSuspend: setSuspended, onAllow: user => allow(user) }),
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
        outcome={
          failure && (
            <Notice kind="error" onDismiss={() => setFailure(null)}>
              {failure}
            </Notice>
          )
        }
      />
      {edited && <EditRoleDialog user={edited} onClose={() => setEdited(null)} />}
      {suspended && <SuspensionDialog user={suspended} onClose={() => setSuspended(null)} />}
    </>
  )
}
