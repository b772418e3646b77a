import { URGENCY_LABELS } from '@blood-bank/contract/blood-requests'
import { LinkButton } from '../../ui/link-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { BloodRequestList } from './blood-request-list.tsx'
import { useOwnBloodRequests } from './queries.ts'

/** The actor's own requests in every state (spec §2, dashboard). */
export function OwnBloodRequests() {
  return (
    <BloodRequestList
      title="My Posted Blood Requests"
      list={useOwnBloodRequests()}
      failure="Failed to load your blood requests."
      none={<NonePosted />}
      urgencyLabels={URGENCY_LABELS}
      showsStatus
    />
  )
}

const NonePosted = () => (
  <Stack>
    <p>You have not posted any blood requests yet.</p>
    <div>
      <LinkButton to="/post-request">Post a Request</LinkButton>
    </div>
  </Stack>
)
