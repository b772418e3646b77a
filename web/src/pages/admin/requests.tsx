import { BloodRequestListing } from '../../features/blood-requests/admin-blood-request-listing.tsx'
import { Screen } from '../../ui/screen.tsx'

export const ManageRequestsPage = () => (
  <Screen title="Manage Requests">
    <BloodRequestListing />
  </Screen>
)
