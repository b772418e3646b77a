import { owns } from '@blood-bank/contract/blood-requests/endpoints'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import type { CardPartProps } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { NoDonorProfile } from '../../features/donors/no-donor-profile.tsx'
import { OwnDonor } from '../../features/donors/own-donor.tsx'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { RegisteredNotice } from '../../features/donors/registered-notice.tsx'
import { OfflineAccessLink } from '../../features/offline-access/offline-access-link.tsx'
import { ReportButton } from '../../features/reports/report-button.tsx'
import { useActor } from '../../session/session.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Chips } from '../../ui/controls/chips.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CardSkeleton, Skeleton } from '../../ui/records/skeleton.tsx'
import { ActiveBloodRequests } from './active-blood-requests.tsx'
import { OfferButton } from './offering/offer-button.tsx'
import { OfferStatus } from './offering/offer-status.tsx'
import { Offering, useOfferingContext } from './offering/offering.tsx'

/** Loaded on demand: only links from elsewhere lead to one request. */
const OpenedBloodRequest = lazyPage(() => import('./opened-blood-request.tsx'), 'OpenedBloodRequest')

/** One's own request is not reported, but closed or deleted. */
function ReportRequest({ bloodRequest, describedBy }: CardPartProps) {
  const actor = useActor()
  if (owns(actor, bloodRequest)) return null
  return <ReportButton reported={{ what: 'blood-request', id: bloodRequest.id }} describedBy={describedBy} />
}

const CARD_PARTS = { Details: OfferStatus, Buttons: OfferButton, LastButton: ReportRequest }

/** All active requests or those that the actor can give to, or the one that the address names. */
export function ViewRequestsPage() {
  return (
    <Page
      title="Blood Requests"
      lead="These members need blood now. Offer to donate, or call them."
      width="wide"
    >
      <RegisteredNotice />
      <Stack>
        <OfflineAccessLink />
        <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      </Stack>
      <RequestsToOfferFor />
    </Page>
  )
}

const RequestsToOfferFor = () => (
  <Offering donor={useOwnDonor()}>
    <Requests />
  </Offering>
)

/** Shown together with whether the actor may offer for them, as that adds lines and buttons. */
function Requests() {
  const { isLoading } = useOfferingContext()
  const address = new URLSearchParams(useLocation().search)
  const openedId = address.get('request')
  if (openedId !== null)
    return (
      <Suspense>
        <OpenedBloodRequest key={openedId} id={openedId} parts={CARD_PARTS} isHeldBack={isLoading} />
      </Suspense>
    )
  const isOfGroup = address.get('show') === 'can-give'
  return (
    <>
      <Chips
        label="Requests to show"
        chips={[
          { label: 'All', to: ALL, isCurrent: !isOfGroup },
          { label: 'I can give to', to: OF_OWN_GROUP, isCurrent: isOfGroup },
        ]}
      />
      {isOfGroup ? (
        <RequestsOfOwnGroup isHeldBack={isLoading} />
      ) : (
        <ActiveBloodRequests parts={CARD_PARTS} isHeldBack={isLoading} />
      )}
    </>
  )
}

const ALL = '/view-requests'

/** Without the group, which stays private when the address is shared. */
const OF_OWN_GROUP = `${ALL}?show=can-give`

/** What the actor can give to, by the group in their donor profile. */
function RequestsOfOwnGroup({ isHeldBack }: { isHeldBack: boolean }) {
  const { data: donor } = useOwnDonor()
  if (donor)
    return (
      <ActiveBloodRequests donorBloodGroup={donor.bloodGroup} parts={CARD_PARTS} isHeldBack={isHeldBack} />
    )
  return (
    <Section title="Active Requests">
      <OwnDonor waiting={<RequestSkeleton />}>
        {() => (
          <NoDonorProfile returnTo={OF_OWN_GROUP}>
            Register as a donor first: your profile says which blood group you have.
          </NoDonorProfile>
        )}
      </OwnDonor>
    </Section>
  )
}

const RequestSkeleton = () => (
  <Skeleton status="Loading...">
    <CardSkeleton />
  </Skeleton>
)
