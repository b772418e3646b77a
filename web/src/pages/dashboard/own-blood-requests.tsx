import { URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { BloodRequestList } from '../../features/blood-requests/lists/blood-request-list.tsx'
import type { useOwnBloodRequests } from '../../features/blood-requests/queries.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { OwnRequestCard } from './own-request/own-request-card.tsx'
import { useTitleNews } from './use-title-news.ts'

type Props = { list: ReturnType<typeof useOwnBloodRequests> }

/** The actor's own requests of every status (spec §2, dashboard). */
export function OwnBloodRequests({ list }: Props) {
  const canCome = list.data?.pages.flat().reduce((sum, { offersStanding }) => sum + offersStanding, 0)
  useTitleNews(canCome, arrived => (arrived === 1 ? 'A donor can come' : 'Donors can come'))
  return (
    <BloodRequestList
      Card={OwnRequestCard}
      title="My Posted Blood Requests"
      list={list}
      failed="Failed to load your blood requests."
      none="You have not posted any blood requests yet."
      noneActive="You have no active requests."
      next={<LinkButton to="/post-request">Post a Request</LinkButton>}
      urgencyLabels={URGENCY_LABELS}
      isCountHidden
      showsStatus
    />
  )
}
