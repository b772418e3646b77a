import { CaseListing } from '../../features/reports/admin/case-listing.tsx'
import { AdminPage } from '../../ui/layout/admin-page.tsx'

export const ReportsPage = () => (
  <AdminPage title="Reports">
    <CaseListing />
  </AdminPage>
)
