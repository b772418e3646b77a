import { useEffect, useRef } from 'react'
import { explainFailure, isRefused } from '../../../api/explain-failure.ts'
import { Link } from '../../../ui/controls/link.tsx'
import { FetchFailure } from '../../../ui/feedback/fetch-failure.tsx'
import { Waiting } from '../../../ui/feedback/waiting.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Answer } from './answer.tsx'
import { AskedFacts } from './asked-facts.tsx'
import { useAskedAlert } from './use-asked-alert.ts'

/** What the alert of a link asks, and the donor's answer to it. */
export function AnswerAlert({ token }: { token: string }) {
  const answering = useAskedAlert(token)
  const { alert } = answering
  if (alert.isPending) return <Waiting />
  if (alert.isError && isRefused(alert.error))
    return <DeadLink reason={alert.error.message} isNews={alert.data !== undefined} />
  if (!alert.data)
    return (
      <FetchFailure query={alert} failure={error => explainFailure(error, "Couldn't load the request.")} />
    )
  return (
    <>
      <AskedFacts alert={alert.data} />
      <Answer token={token} alert={alert.data} answering={answering} />
    </>
  )
}

type DeadLinkProps = {
  reason: string
  /** Whether the request was shown before: then the pressed button is gone, and the heading takes the focus. */
  isNews: boolean
}

/** Says why the link cannot be answered any more. */
function DeadLink({ reason, isNews }: DeadLinkProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <Card title="This link can't be used any more" headingRef={heading}>
      <p>{reason}</p>
      <p>
        See who needs blood now: <Link to="/view-requests">View Requests</Link>
      </p>
    </Card>
  )
}
