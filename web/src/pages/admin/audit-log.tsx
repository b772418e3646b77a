import { AuditListing } from '../../features/audit-log/audit-listing.tsx'
import { AdminPage } from '../../ui/layout/admin-page.tsx'

export const AuditLogPage = () => (
  <AdminPage title="Audit Log">
    <AuditListing />
  </AdminPage>
)
