import { UserListing } from '../../features/users/user-listing.tsx'
import { Screen } from '../../ui/layout/screen.tsx'

export const ManageUsersPage = () => (
  <Screen title="Manage Users">
    <UserListing />
  </Screen>
)
