import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { Suspense } from 'react'
import { isRefused } from '../../api/explain-failure.ts'
import { hasServiceWorker } from '../../device/offline/worker-registration.ts'
import { BloodRequestCardSkeleton } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { BloodRequestList } from '../../features/blood-requests/lists/blood-request-list.tsx'
import { REQUESTS_FETCH_FAILED, type useActiveBloodRequests } from '../../features/blood-requests/queries.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { OfferGuidance } from './offering/offer-guidance.tsx'
import { RequestCard } from './request-card.tsx'

/** Loaded on demand: rarely needed. */
const SavedBloodRequests = lazyPart(
  async () =>
    (await import('../../features/blood-requests/lists/saved-blood-requests.tsx')).SavedBloodRequests,
)

type Props = {
  list: ReturnType<typeof useActiveBloodRequests>
  /** Whether it lists only what the actor can give to. */
  isOfGroup?: boolean
  isHeldBack: boolean
}

const NONE = {
  none: 'No active blood requests at the moment.',
  next: <LinkButton to="/post-request">Post a Request</LinkButton>,
}

const NONE_OF_GROUP = {
  none: 'No active requests that you can give to at the moment.',
  next: <LinkButton to="/view-requests">View all requests</LinkButton>,
}

/** Everybody's active requests (spec §2, /view-requests), or the saved ones while they can't be fetched. */
export function ActiveBloodRequests({ list, isOfGroup = false, isHeldBack }: Props) {
  const isUnreachable = list.isLoadingError && !isRefused(list.error)
  return (
    <>
      <BloodRequestList
        Card={RequestCard}
        title="Active Requests"
        list={list}
        failed={REQUESTS_FETCH_FAILED}
        {...(isOfGroup ? NONE_OF_GROUP : NONE)}
        urgencyLabels={URGENCY_DESCRIPTIONS}
        isTitleHidden
        isCountHidden
        skeleton={<BloodRequestCardSkeleton />}
        intro={<OfferGuidance />}
        isHeldBack={isHeldBack}
      />
      {isUnreachable && hasServiceWorker() && (
        <Suspense>
          <SavedBloodRequests />
        </Suspense>
      )}
    </>
  )
}
