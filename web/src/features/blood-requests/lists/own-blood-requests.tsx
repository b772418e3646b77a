import { URGENCY_LABELS } from '@blood-bank/contract/blood-requests'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { useOwnBloodRequests } from '../queries.ts'
import { BloodRequestList } from './blood-request-list.tsx'

/** The actor's own requests of every status (spec §2, dashboard). */
export function OwnBloodRequests() {
  return (
    <BloodRequestList
      title="My Posted Blood Requests"
      list={useOwnBloodRequests()}
      failure="Failed to load your blood requests."
      none="You have not posted any blood requests yet."
      next={<LinkButton to="/post-request">Post a Request</LinkButton>}
      urgencyLabels={URGENCY_LABELS}
      showsStatus
    />
  )
}
