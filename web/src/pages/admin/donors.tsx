import { DonorListing } from '../../features/donors/admin-donor-listing.tsx'
import { Screen } from '../../ui/screen.tsx'

export const ManageDonorsPage = () => (
  <Screen title="Manage Donors">
    <DonorListing />
  </Screen>
)
