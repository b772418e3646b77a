import { owns } from '@blood-bank/contract/blood-requests'
import { HOSPITAL_TESTS } from '@blood-bank/contract/rules/compatibility'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { ActiveBloodRequests } from '../features/blood-requests/lists/active-blood-requests.tsx'
import type { CardPartProps } from '../features/blood-requests/lists/blood-request-card.tsx'
import { useOwnDonor } from '../features/donors/queries.ts'
import { OfferButton } from '../features/offers/offering/offer-button.tsx'
import { OfferGuidance } from '../features/offers/offering/offer-guidance.tsx'
import { OfferStatus } from '../features/offers/offering/offer-status.tsx'
import { Offering, useOfferingContext } from '../features/offers/offering/offering.tsx'
import { OfflineAccessLink } from '../features/offline-access/offline-access-link.tsx'
import { ReportButton } from '../features/reports/report-button.tsx'
import { useActor } from '../session/session.ts'
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
/** One's own request is not reported, but closed or deleted. */
function ReportRequest({ bloodRequest, describedBy }: CardPartProps) {
  const actor = useActor()
  if (owns(actor, bloodRequest)) return null
  return <ReportButton reported={{ what: 'blood-request', id: bloodRequest.id }} describedBy={describedBy} />
}

const LIST_PARTS = {
  intro: <OfferGuidance />,
  parts: { Details: OfferStatus, Buttons: OfferButton, LastButton: ReportRequest },
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
    <Requests openedId={openedId} />
  </Offering>
)

/** Shown together with whether the actor may offer for them, as that adds lines and buttons. */
function Requests({ openedId }: { openedId: string | null }) {
  const { isLoading } = useOfferingContext()
  if (openedId === null) return <ActiveBloodRequests {...LIST_PARTS} isHeldBack={isLoading} />
  return (
    <Suspense>
      <OpenedBloodRequest key={openedId} id={openedId} {...LIST_PARTS} isHeldBack={isLoading} />
    </Suspense>
  )
}
