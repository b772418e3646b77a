import { readBloodRequest, URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests/endpoints'
import { memo } from 'react'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/refusal.ts'
import { BloodRequestCardSkeleton } from '../../features/blood-requests/lists/blood-request-card.tsx'
import {
  BloodRequestList,
  type ListedCardProps,
} from '../../features/blood-requests/lists/blood-request-list.tsx'
import { BLOOD_REQUESTS, REQUESTS_FETCH_FAILED } from '../../features/blood-requests/queries.ts'
import { useSteadyList } from '../../lists/use-records.ts'
import { Link } from '../../ui/controls/link.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { OfferGuidance } from './offering/offer-guidance.tsx'
import { useOfferingContext } from './offering/offering.tsx'
import { RequestCard } from './request-card.tsx'

const NO_LONGER_ACTIVE = 'This request is no longer active. Thank you for wanting to help.'
const LINK_INCOMPLETE = 'The link is incomplete. Please open it again from where you got it.'
const WHOLE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The one request to which a link led, wherever it is in the list of active requests: a list of one. */
export function OpenedBloodRequest({ id, title }: { id: string; title: string }) {
  const { isLoading } = useOfferingContext()
  const list = useSteadyList({
    queryKey: [...BLOOD_REQUESTS, 'opened', id],
    live: ['active-blood-requests'],
    fetchPage: async (_, options) => {
      const records = await readIfActive(id, options)
      return { records, next: null, total: records.length }
    },
  })
  return (
    <Stack>
      <BloodRequestList
        Card={WholeRequestCard}
        list={list}
        failed={REQUESTS_FETCH_FAILED}
        none={WHOLE_ID.test(id) ? NO_LONGER_ACTIVE : LINK_INCOMPLETE}
        next={<LinkButton to="/view-requests">View all requests</LinkButton>}
        urgencyLabels={URGENCY_DESCRIPTIONS}
        skeleton={<BloodRequestCardSkeleton />}
        intro={<OfferGuidance bloodRequest={list.data?.pages[0]?.[0]} />}
        title={title}
        isHeldBack={isLoading}
      />
      {list.data?.total === 1 && <Link to="/view-requests">View all requests</Link>}
    </Stack>
  )
}

const WholeRequestCard = memo((props: ListedCardProps) => <RequestCard isWhole {...props} />)

const readIfActive = (id: string, options: { signal: AbortSignal }) =>
  call(readBloodRequest, { params: { id } }, options).then(
    bloodRequest => [bloodRequest],
    (error: Error) => {
      if (isRefusal(error, 'blood-request-not-found', 'invalid-input')) return []
      throw error
    },
  )
