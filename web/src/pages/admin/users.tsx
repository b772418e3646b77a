import { UserListing } from '../../features/users/user-listing.tsx'
import { AdminPage } from '../../ui/layout/admin-page.tsx'

export const ManageUsersPage = () => (
  <AdminPage title="Manage Users">
    <UserListing />
  </AdminPage>
)
