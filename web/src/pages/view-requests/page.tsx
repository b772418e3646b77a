import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { owns } from '@blood-bank/contract/blood-requests/rules'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { meets } from '@blood-bank/contract/donors/needs'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { isRefused } from '../../api/explain-failure.ts'
import { hasServiceWorker } from '../../device/offline/worker-registration.ts'
import { BloodRequestCardSkeleton } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { BloodRequestList, NO_MONEY } from '../../features/blood-requests/lists/blood-request-list.tsx'
import { REQUESTS_FETCH_FAILED, useActiveBloodRequests } from '../../features/blood-requests/queries.ts'
import { useOwnDonor } from '../../features/donors/queries.ts'
import { RegisteredNotice } from '../../features/donors/registered-notice.tsx'
import { useActor } from '../../session/session.ts'
import { lazyPage, lazyPart } from '../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Skeleton } from '../../ui/records/skeleton.tsx'
import { OfferGuidance } from './offering/offer-guidance.tsx'
import { Offering, useOfferingContext } from './offering/offering.tsx'
import styles from './page.module.css'
import { RequestCard } from './request-card.tsx'

const TITLE_OF_OPENED = 'Request from your link'

/** Loaded on demand: only links from elsewhere lead to one request. */
const OpenedBloodRequest = lazyPage(() => import('./opened-blood-request.tsx'), 'OpenedBloodRequest')

/** Loaded on demand: rarely needed. */
const SavedBloodRequests = lazyPart(
  async () =>
    (await import('../../features/blood-requests/lists/saved-blood-requests.tsx')).SavedBloodRequests,
)

/** All active requests, or the one that the address names. */
export function ViewRequestsPage() {
  // An opened request has a heading of its own, with that line.
  const isOfAll = !new URLSearchParams(useLocation().search).has('request')
  return (
    <Page title="Blood Requests" lead={isOfAll && NO_MONEY} width="wide">
      <RegisteredNotice />
      <RequestsToOfferFor />
      <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
    </Page>
  )
}

const RequestsToOfferFor = () => (
  <Offering donor={useOwnDonor()}>
    <Requests />
  </Offering>
)

function Requests() {
  const address = new URLSearchParams(useLocation().search)
  const openedId = address.get('request')
  if (openedId !== null)
    return (
      <Suspense
        fallback={
          <Section title={TITLE_OF_OPENED}>
            <RequestSkeleton />
          </Section>
        }
      >
        <OpenedBloodRequest key={openedId} id={openedId} title={TITLE_OF_OPENED} />
      </Suspense>
    )
  return <ActiveBloodRequests />
}

const RequestSkeleton = () => (
  <Skeleton status="Loading...">
    <BloodRequestCardSkeleton />
  </Skeleton>
)

/**
 * Everybody's active requests (spec §2, /view-requests), or the saved ones while they can't be fetched. A donor reads first
 * what they can give to, and their own. Shown together with whether the actor may offer for them, as that adds lines and
 * buttons.
 */
function ActiveBloodRequests() {
  const actor = useActor()
  const list = useActiveBloodRequests()
  const { facts, isLoading } = useOfferingContext()
  const isUnreachable = list.isLoadingError && !isRefused(list.error)
  const group = facts?.donor?.bloodGroup
  return (
    <div className={styles.requests}>
      <BloodRequestList
        Card={RequestCard}
        title="Active Requests"
        list={list}
        failed={REQUESTS_FETCH_FAILED}
        none="No active blood requests at the moment."
        noneActive="No active requests that you can give to at the moment."
        next={<LinkButton to="/post-request">Post a Request</LinkButton>}
        isForPerson={bloodRequest => !group || owns(actor, bloodRequest) || meets(group, bloodRequest)}
        urgencyLabels={URGENCY_DESCRIPTIONS}
        isTitleHidden
        skeleton={<BloodRequestCardSkeleton />}
        intro={<OfferGuidance />}
        isHeldBack={isLoading}
      />
      {isUnreachable && hasServiceWorker() && (
        <Suspense>
          <SavedBloodRequests />
        </Suspense>
      )}
    </div>
  )
}
