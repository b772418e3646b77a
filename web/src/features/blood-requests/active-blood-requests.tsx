import { URGENCY_DESCRIPTIONS } from '@blood-bank/contract/blood-requests'
import { LinkButton } from '../../ui/link-button.tsx'
import { BloodRequestList } from './blood-request-list.tsx'
import { NOT_FETCHED, useActiveBloodRequests } from './queries.ts'

/** Everybody's active requests (spec §2, /view-requests). */
export function ActiveBloodRequests() {
  return (
    <BloodRequestList
      title="Active Requests"
      list={useActiveBloodRequests()}
      failure={NOT_FETCHED}
      none="No active blood requests at the moment."
      next={<LinkButton to="/post-request">Post a Request</LinkButton>}
      urgencyLabels={URGENCY_DESCRIPTIONS}
    />
  )
}
