import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { explainFailure, isRefused } from '../../api/explain-failure.ts'
import { RequestSummary } from '../../features/blood-requests/request-summary.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { FetchFailure } from '../../ui/feedback/fetch-failure.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Answer } from './answer.tsx'
import { useAskedAlert } from './use-asked-alert.ts'

/** What the alert of a link asks, and the donor's answer to it. */
export function AnswerAlert({ token }: { token: string }) {
  const answering = useAskedAlert(token)
  const { alert } = answering
  if (alert.isPending) return <Waiting />
  if (alert.isError && isRefused(alert.error))
    return (
      <DeadLink reason={alert.error.message} isNews={alert.data !== undefined}>
        <p>
          See who needs blood now: <Link to="/view-requests">View Requests</Link>
        </p>
      </DeadLink>
    )
  if (!alert.data)
    return (
      <FetchFailure query={alert} failure={error => explainFailure(error, "Couldn't load the request.")} />
    )
  return (
    <>
      <RequestSummary bloodRequest={alert.data}>
        <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>
      </RequestSummary>
      <Answer token={token} alert={alert.data} answering={answering} />
    </>
  )
}
