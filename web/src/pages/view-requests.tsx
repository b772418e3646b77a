import { HOSPITAL_TESTS } from '@blood-bank/contract/rules/compatibility'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { ActiveBloodRequests } from '../features/blood-requests/lists/active-blood-requests.tsx'
import { useOwnDonor } from '../features/donors/queries.ts'
import { OfferButton } from '../features/offers/offering/offer-button.tsx'
import { OfferGuidance } from '../features/offers/offering/offer-guidance.tsx'
import { OfferStatus } from '../features/offers/offering/offer-status.tsx'
import { Offering } from '../features/offers/offering/offering.tsx'
import { OfflineAccessLink } from '../features/offline-access/offline-access-link.tsx'
import { lazyPage } from '../ui/browser/lazy-page.tsx'
import { Page } from '../ui/layout/page.tsx'
import { SmallPrint } from '../ui/layout/small-print.tsx'
import { Stack } from '../ui/layout/stack.tsx'

/** Loaded on demand: only links from elsewhere lead to one request. */
const OpenedBloodRequest = lazyPage(
  () => import('../features/blood-requests/lists/opened-blood-request.tsx'),
  'OpenedBloodRequest',
)

/** Loaded with the dialog that shows it. */
const DonorsWhoGaveQuestion = lazyPage(
  () => import('../features/offers/received/donors-who-gave-question.tsx'),
  'DonorsWhoGaveQuestion',
)

const LIST_PARTS = {
  intro: <OfferGuidance />,
  parts: { Details: OfferStatus, Buttons: OfferButton },
  DonorsQuestion: DonorsWhoGaveQuestion,
}

/** All active requests, or the one that the address names. */
export function ViewRequestsPage() {
  const openedId = new URLSearchParams(useLocation().search).get('request')
  return (
    <Page
      title="Blood Requests"
      lead="These members need blood now. Offer to donate, or call them."
      width="wide"
    >
      <Stack>
        <OfflineAccessLink />
        <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      </Stack>
      <RequestsToOfferFor openedId={openedId} />
    </Page>
  )
}

const RequestsToOfferFor = ({ openedId }: { openedId: string | null }) => (
  <Offering donor={useOwnDonor()}>
    {openedId ? (
      <Suspense>
        <OpenedBloodRequest key={openedId} id={openedId} {...LIST_PARTS} />
      </Suspense>
    ) : (
      <ActiveBloodRequests {...LIST_PARTS} />
    )}
  </Offering>
)
