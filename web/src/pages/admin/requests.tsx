import { BloodRequestListing } from '../../features/blood-requests/admin/admin-blood-request-listing.tsx'
import { Screen } from '../../ui/layout/screen.tsx'

export const ManageRequestsPage = () => (
  <Screen title="Manage Requests">
    <BloodRequestListing />
  </Screen>
)
