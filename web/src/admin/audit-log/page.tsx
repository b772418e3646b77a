import { AdminPage } from '../frame/admin-page.tsx'
import { AuditListing } from './audit-listing.tsx'

export const AuditLogPage = () => (
  <AdminPage title="Audit Log">
    <AuditListing />
  </AdminPage>
)
