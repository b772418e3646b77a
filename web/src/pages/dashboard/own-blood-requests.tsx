import { URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { BloodRequestCard, type CardParts } from '../../features/blood-requests/lists/blood-request-card.tsx'
import { BloodRequestList } from '../../features/blood-requests/lists/blood-request-list.tsx'
import type { useOwnBloodRequests } from '../../features/blood-requests/queries.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'

type Props = {
  list: ReturnType<typeof useOwnBloodRequests>
  parts: CardParts
}

/** The actor's own requests of every status (spec §2, dashboard). */
export const OwnBloodRequests = (props: Props) => (
  <BloodRequestList
    Card={BloodRequestCard}
    title="My Posted Blood Requests"
    failure="Failed to load your blood requests."
    none="You have not posted any blood requests yet."
    noneActive="You have no active requests."
    next={<LinkButton to="/post-request">Post a Request</LinkButton>}
    urgencyLabels={URGENCY_LABELS}
    showsStatus
    {...props}
  />
)
