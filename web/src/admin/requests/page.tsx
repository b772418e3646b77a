import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { BloodRequestListing } from './blood-request-listing.tsx'

/** Loaded on demand: only the confirmation of Mark as Fulfilled shows it. */
const DonorsWhoGaveQuestion = lazyPage(
  () => import('../../features/offers/donors-who-gave-question.tsx'),
  'DonorsWhoGaveQuestion',
)

export const ManageRequestsPage = () => (
  <AdminPage title="Manage Requests">
    <BloodRequestListing DonorsQuestion={DonorsWhoGaveQuestion} />
  </AdminPage>
)
