import { isRefused } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { RequestSummary } from '../../features/blood-requests/request-summary.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { ConfirmationAnswer } from './confirmation-answer.tsx'
import { useAskedConfirmation } from './use-asked-confirmation.ts'

/** The request of a link, and its owner's answer whether blood is still needed. */
export function ConfirmRequest({ token }: { token: string }) {
  const confirming = useAskedConfirmation(token)
  const { bloodRequest, closing } = confirming
  if (bloodRequest.isPending) return <Waiting />
  if (bloodRequest.isError && isRefused(bloodRequest.error) && !closing.isSuccess)
    return (
      <DeadLink reason={bloodRequest.error.message} isNews={bloodRequest.data !== undefined}>
        <p>
          See your requests: <Link to="/dashboard">Dashboard</Link>
        </p>
      </DeadLink>
    )
  if (!bloodRequest.data) return <FetchFailure query={bloodRequest} failed="Couldn't load the request." />
  return (
    <>
      <RequestSummary bloodRequest={bloodRequest.data} />
      <ConfirmationAnswer bloodRequest={bloodRequest.data} confirming={confirming} />
    </>
  )
}
