import { BloodRequestListing } from '../../features/blood-requests/admin/blood-request-listing.tsx'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { AdminPage } from '../../ui/layout/admin-page.tsx'

/** Loaded on demand: only the confirmation of Mark as Fulfilled shows it. */
const DonorsWhoGaveQuestion = lazyPage(
  () => import('../../features/offers/received/donors-who-gave-question.tsx'),
  'DonorsWhoGaveQuestion',
)

export const ManageRequestsPage = () => (
  <AdminPage title="Manage Requests">
    <BloodRequestListing DonorsQuestion={DonorsWhoGaveQuestion} />
  </AdminPage>
)
