import {
  AlertLinkForm,
  type AskedAlert,
  acceptPlatelets,
  stopTextsByAlert,
} from '@blood-bank/contract/alerts/answers'
import { ACCEPT_PLATELETS, invitationToPlatelets } from '@blood-bank/contract/alerts/preferences'
import { givenFor, hospitalTests } from '@blood-bank/contract/blood-requests/descriptions'
import { useMutation } from '@tanstack/react-query'
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { RequestSummary } from '../../features/blood-requests/request-summary.tsx'
import { thanksFor } from '../../features/offers/arrival.tsx'
import { isFocusLost, passFocusOn } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Answer } from './answer.tsx'
import styles from './page.module.css'
import { useAskedAlert } from './use-asked-alert.ts'

/** The title before the donor has answered. */
const questionOf = (required: Pick<AskedAlert, 'component'>) => `Can you give ${givenFor(required)}?`
const QUESTION = questionOf({ component: 'blood' })

/** The target of the link in an alert. It works signed out, and opening it changes nothing. */
export const AnswerPage = () => <AnswerByLink message="email" />

/** The same at the short path of text messages. */
export const AnswerTextPage = () => <AnswerByLink message="text message" />

function AnswerByLink({ message }: { message: 'email' | 'text message' }) {
  const [{ title, isNew }, setAnswer] = useState({ title: QUESTION, isNew: false })
  // Whatever others add to addresses.
  const isInvited = new URLSearchParams(useLocation().search).has('platelets')
  const showAnswer = useCallback((title: string, isNew: boolean) => setAnswer({ title, isNew }), [])
  // The pressed button is gone, and the title says what follows.
  useEffect(() => {
    if (title && isNew && isFocusLost()) document.querySelector('h1')?.focus()
  }, [title, isNew])
  return (
    <MailLinkPage
      title={title}
      form={AlertLinkForm}
      // Phones discard the tab during the call.
      survivesReload
      help={<p>{`The whole link is in the ${message} that asked you.`}</p>}
    >
      {token => (
        <Fragment key={token}>
          {isInvited && <InvitationToPlatelets token={token} />}
          <AnswerAlert
            token={token}
            onAnswered={showAnswer}
            end={message === 'text message' && <StopTexts token={token} />}
          />
        </Fragment>
      )}
    </MailLinkPage>
  )
}

type AlertProps = {
  token: string
  /** Called with the title that says what the donor answered. `isNew`: the answer has changed on this page. */
  onAnswered: (title: string, isNew: boolean) => void
  /** Shown below all else, also if the request has closed. */
  end?: ReactNode
}

/** What the alert of a link asks, and the donor's answer to it. */
function AnswerAlert({ token, onAnswered, end }: AlertProps) {
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
  const folded = (
    <details key="summary">
      <summary className={styles.folded}>Details</summary>
      {summary}
    </details>
  )
  // What is asked comes first until it is clear that the donor comes.
  return (
    <>
      {hasSaidYes ? [answer, folded] : [summary, answer]}
      {!hasSaidYes && <SmallPrint>{hospitalTests(alert.data)}</SmallPrint>}
      {end}
    </>
  )
}

function titleOf({ answer, cannotOffer, ownOffer, ...required }: AskedAlert): string {
  if (answer === 'yes') return thanksFor(ownOffer?.donorName)
  return answer === 'no' || cannotOffer ? 'Thank you for answering.' : questionOf(required)
}

/** What the second link of an email invites to, also if the request has closed. It is the same whatever the donor has chosen. */
function InvitationToPlatelets({ token }: { token: string }) {
  const accepting = useMutation({ mutationFn: () => call(acceptPlatelets, { body: { token } }) })
  return (
    <Card title="Platelets">
      {accepting.data ? (
        <Notice kind="success">{accepting.data.message}</Notice>
      ) : (
        <>
          <p>{invitationToPlatelets()}</p>
          <MutationNotice of={accepting} failed="Failed to save your choice. Please try again." />
          <div ref={passFocusOn}>
            <Button isBusy={accepting.isPending} onClick={() => accepting.mutate()}>
              {ACCEPT_PLATELETS}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

/** Ends the text messages of whoever got the link of one: they cannot be answered. */
function StopTexts({ token }: { token: string }) {
  const stopping = useMutation({ mutationFn: () => call(stopTextsByAlert, { body: { token } }) })
  if (stopping.data) return <Notice kind="success">{stopping.data.message}</Notice>
  return (
    <>
      <MutationNotice of={stopping} failed="Failed to stop text messages. Please try again." />
      <div ref={passFocusOn}>
        <Button variant="quiet" isBusy={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop text messages
        </Button>
      </div>
    </>
  )
}
