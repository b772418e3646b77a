import { Statistics } from '../../features/overview/statistics.tsx'
import { AdminPage } from '../../ui/layout/admin-page.tsx'

export const OverviewPage = () => (
  <AdminPage title="Overview">
    <Statistics />
  </AdminPage>
)
