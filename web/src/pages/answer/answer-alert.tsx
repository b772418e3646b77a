import type { AskedAlert } from '@blood-bank/contract/alerts/answers'
import { HOSPITAL_TESTS } from '@blood-bank/contract/donors/compatibility'
import { type ReactNode, useEffect, useRef } from 'react'
import { isRefused } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { RequestSummary } from '../../features/blood-requests/request-summary.tsx'
import { thanksFor } from '../../features/offers/arrival.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Answer } from './answer.tsx'
import { useAskedAlert } from './use-asked-alert.ts'

/** The title of the page before the donor has answered. */
export const QUESTION = 'Can you give blood?'

type Props = {
  token: string
  /** Called with the title that says what the donor answered. `isNew`: the answer has changed on this page. */
  onAnswered: (title: string, isNew: boolean) => void
  /** Shown below all else, also if the request has closed. */
  end?: ReactNode
}

/** What the alert of a link asks, and the donor's answer to it. */
export function AnswerAlert({ token, onAnswered, end }: Props) {
  const answering = useAskedAlert(token)
  const { alert } = answering
  const title = alert.data && titleOf(alert.data)
  const lastTitle = useRef(title)
  useEffect(() => {
    if (title === undefined) return
    onAnswered(title, lastTitle.current !== undefined)
    lastTitle.current = title
  }, [title, onAnswered])
  if (alert.isPending) return <Waiting />
  if (alert.isError && isRefused(alert.error))
    return (
      <DeadLink reason={alert.error.message} isNews={alert.data !== undefined}>
        <p>
          See who needs blood now: <Link to="/view-requests">View Requests</Link>
        </p>
        {end}
      </DeadLink>
    )
  if (!alert.data) return <FetchFailure query={alert} failed="Couldn't load the request." />
  const hasSaidYes = alert.data.answer === 'yes'
  const answer = <Answer key="answer" token={token} alert={alert.data} answering={answering} />
  const summary = <RequestSummary key="summary" bloodRequest={alert.data} />
  // What is asked comes first until it is clear that the donor comes.
  return (
    <>
      {hasSaidYes ? [answer, summary] : [summary, answer]}
      {!hasSaidYes && <SmallPrint>{HOSPITAL_TESTS}</SmallPrint>}
      {end}
    </>
  )
}

function titleOf({ answer, cannotOffer, ownOffer }: AskedAlert): string {
  if (answer === 'yes') return thanksFor(ownOffer?.donorName)
  return answer === 'no' || cannotOffer ? 'Thank you for answering.' : QUESTION
}
