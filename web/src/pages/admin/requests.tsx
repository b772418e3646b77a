import { BloodRequestListing } from '../../features/blood-requests/admin/blood-request-listing.tsx'
import { AdminPage } from '../../ui/layout/admin-page.tsx'

export const ManageRequestsPage = () => (
  <AdminPage title="Manage Requests">
    <BloodRequestListing />
  </AdminPage>
)
