import { AdminPage } from '../frame/admin-page.tsx'
import { BloodRequestListing } from './blood-request-listing.tsx'

export const ManageRequestsPage = () => (
  <AdminPage title="Manage Requests">
    <BloodRequestListing />
  </AdminPage>
)
