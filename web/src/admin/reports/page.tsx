import { AdminPage } from '../frame/admin-page.tsx'
import { CaseListing } from './case-listing.tsx'

export const ReportsPage = () => (
  <AdminPage title="Reports">
    <CaseListing />
  </AdminPage>
)
