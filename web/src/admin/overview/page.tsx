import { AdminPage } from '../frame/admin-page.tsx'
import { Statistics } from './statistics.tsx'

export const OverviewPage = () => (
  <AdminPage title="Overview">
    <Statistics />
  </AdminPage>
)
