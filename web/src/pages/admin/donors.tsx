import { DonorListing } from '../../features/donors/admin/admin-donor-listing.tsx'
import { Screen } from '../../ui/layout/screen.tsx'

export const ManageDonorsPage = () => (
  <Screen title="Manage Donors">
    <DonorListing />
  </Screen>
)
