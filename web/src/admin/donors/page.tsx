import { AdminPage } from '../frame/admin-page.tsx'
import { DonorListing } from './donor-listing.tsx'

export const ManageDonorsPage = () => (
  <AdminPage title="Manage Donors">
    <DonorListing />
  </AdminPage>
)
