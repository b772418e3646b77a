import { DonorListing } from '../../features/donors/admin/donor-listing.tsx'
import { AdminPage } from '../../ui/layout/admin-page.tsx'

export const ManageDonorsPage = () => (
  <AdminPage title="Manage Donors">
    <DonorListing />
  </AdminPage>
)
