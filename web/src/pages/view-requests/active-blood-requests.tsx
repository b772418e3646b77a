import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { Suspense } from 'react'
import { isRefused } from '../../api/explain-failure.ts'
import { hasServiceWorker } from '../../device/offline/worker-registration.ts'
import { BloodRequestCard, type CardParts } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { BloodRequestList } from '../../features/blood-requests/lists/blood-request-list.tsx'
import { FETCH_FAILED, useActiveBloodRequests } from '../../features/blood-requests/queries.ts'
import { lazyPart } from '../../ui/browser/lazy-page.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { OfferGuidance } from './offering/offer-guidance.tsx'

/** Loaded on demand: rarely needed. */
const SavedBloodRequests = lazyPart(
  async () =>
    (await import('../../features/blood-requests/lists/saved-blood-requests.tsx')).SavedBloodRequests,
)

type Props = {
  /** Lists only what donors of this group can give to. */
  donorBloodGroup?: BloodGroup
  parts: CardParts
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
export function ActiveBloodRequests({ donorBloodGroup, ...props }: Props) {
  const list = useActiveBloodRequests(donorBloodGroup)
  const isUnreachable = list.isLoadingError && !isRefused(list.error)
  return (
    <>
      <BloodRequestList
        Card={BloodRequestCard}
        title="Active Requests"
        list={list}
        failure={FETCH_FAILED}
        {...(donorBloodGroup ? NONE_OF_GROUP : NONE)}
        urgencyLabels={URGENCY_DESCRIPTIONS}
        intro={<OfferGuidance />}
        {...props}
      />
      {isUnreachable && hasServiceWorker() && (
        <Suspense>
          <SavedBloodRequests />
        </Suspense>
      )}
    </>
  )
}
