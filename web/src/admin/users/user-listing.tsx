import { exportUsers, Role, USER_SORTS, type UserRecord } from '@blood-bank/contract/users/endpoints'
import { Suspense, useMemo, useState } from 'react'
import { explainFailure } from '../../api/explain-failure.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { csvExport } from '../listing/export/csv-export.ts'
import { RecordListing } from '../listing/record-listing.tsx'
import { useListing } from '../listing/use-listing.ts'
import { useUserListing } from './queries.ts'
import { userColumns } from './user-columns.tsx'

/** Loaded on demand: dialogs are large, and so is the table. */
const EditRoleDialog = lazyPage(() => import('./edit-role-dialog.tsx'), 'EditRoleDialog')
const SuspensionDialog = lazyPage(() => import('./suspension-dialog.tsx'), 'SuspensionDialog')

const FILTERS = { role: { label: 'Role', options: Role.options } } as const

/** All users and their roles (spec §2, Manage Users). */
export function UserListing() {
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
        failure={error => explainFailure(error, 'Failed to fetch users.')}
        exported={csvExport(exportUsers, { query: listing.query }, 'users')}
        none="No users have registered yet."
        list={list}
        listing={listing}
        columns={columns}
      />
      <Suspense>
        {edited && <EditRoleDialog user={edited} onClose={() => setEdited(null)} />}
        {suspended && <SuspensionDialog user={suspended} onClose={() => setSuspended(null)} />}
      </Suspense>
    </>
  )
}
