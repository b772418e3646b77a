import { AdminPage } from '../frame/admin-page.tsx'
import { UserListing } from './user-listing.tsx'

export const ManageUsersPage = () => (
  <AdminPage title="Manage Users">
    <UserListing />
  </AdminPage>
)
