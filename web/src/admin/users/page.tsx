import { exportUsers, Role, USER_SORTS, type UserRecord } from '@blood-bank/contract/users/endpoints'
import { useMemo, useState } from 'react'
import { AdminPage } from '../frame/admin-page.tsx'
import { csvExport } from '../listing/export/use-export.ts'
import { RecordListing } from '../listing/record-listing.tsx'
import { useListing } from '../listing/use-listing.ts'
import { EditRoleDialog } from './edit-role-dialog.tsx'
import { useUserListing } from './queries.ts'
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
  const columns = useMemo(() => userColumns({ onEdit: setEdited, onSuspend: setSuspended }), [])
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
      />
      {edited && <EditRoleDialog user={edited} onClose={() => setEdited(null)} />}
      {suspended && <SuspensionDialog user={suspended} onClose={() => setSuspended(null)} />}
    </>
  )
}
