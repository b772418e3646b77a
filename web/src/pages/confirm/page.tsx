import {
  type AskedConfirmation,
  closeByLink,
  confirmByLink,
  readAskedConfirmation,
} from '@blood-bank/contract/blood-requests/confirmations'
import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { isRefused } from '../../api/explain-failure.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { MailLinkPage } from '../../features/accounts/mail-link-page.tsx'
import { ACTIONS } from '../../features/blood-requests/actions/actions.ts'
import { refreshBloodRequests } from '../../features/blood-requests/queries.ts'
import { RequestSummary } from '../../features/blood-requests/request-summary.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { DeadLink } from '../../ui/feedback/dead-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** The target of the link that asks whether blood is still needed. It works signed out, and opening it changes nothing. */
export function ConfirmPage() {
  return (
    <MailLinkPage title="Is blood still needed?" help={<p>The whole link is in the email that asked you.</p>}>
      {token => <ConfirmRequest key={token} token={token} />}
    </MailLinkPage>
  )
}

/** The request of a link, and its owner's answer whether blood is still needed. */
function ConfirmRequest({ token }: { token: string }) {
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

type AnswerProps = { bloodRequest: AskedConfirmation; confirming: Confirming }

const ACTION_OF = { fulfilled: ACTIONS.fulfil, cancelled: ACTIONS.cancel } satisfies Record<
  ClosedStatus,
  object
>

/** The three answers. Nothing is sent before one is pressed, and closing asks once more, in place. */
function ConfirmationAnswer({ bloodRequest, confirming: { confirming, closing } }: AnswerProps) {
  const [asked, setAsked] = useState<ClosedStatus | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const failed = [confirming, closing].find(({ error }) => error)
  const isConfirmed = bloodRequest.unconfirmedSince === null

  /** The pressed button is gone afterwards. */
  const focusHeading = () => heading.current?.focus()
  function confirm() {
    closing.reset()
    confirming.mutate(undefined, { onSuccess: focusHeading })
  }
  function ask(status: ClosedStatus | null) {
    confirming.reset()
    closing.reset()
    setAsked(status)
    focusHeading()
  }
  const close = (status: ClosedStatus) => closing.mutate(status, { onSuccess: focusHeading })

  const failure = <MutationNotice of={failed} />
  if (closing.isSuccess)
    return (
      <Card title="Your answer" headingRef={heading}>
        <Notice kind="success">{`${ACTION_OF[closing.variables].done} Thank you for telling us.`}</Notice>
        {bloodRequest.offersStanding > 0 && (
          <p>Donors who had offered to give blood are told that they aren't needed any more.</p>
        )}
      </Card>
    )
  if (asked)
    return (
      <Card title={ACTION_OF[asked].question} headingRef={heading}>
        <p>{ACTION_OF[asked].consequence}</p>
        {failure}
        <Stack row>
          <Button
            variant={asked === 'fulfilled' ? 'good' : 'danger'}
            isBusy={closing.isPending}
            onClick={() => close(asked)}
          >
            {ACTION_OF[asked].yes}
          </Button>
          <Button onClick={() => ask(null)}>Back</Button>
        </Stack>
      </Card>
    )
  return (
    <Card title="Your answer" headingRef={heading}>
      {isConfirmed ? (
        <>
          <Notice kind="success">Thank you! You said that blood is still needed.</Notice>
          <p>We ask donors by email again. When blood is no longer needed, you can say so here.</p>
        </>
      ) : (
        <p>Until you answer, we ask no more donors, and the request says that there is no answer.</p>
      )}
      {failure}
      <Stack row>
        {!isConfirmed && (
          <Button variant="primary" isBusy={confirming.isPending} onClick={confirm}>
            Still needed
          </Button>
        )}
        <Button onClick={() => ask('fulfilled')}>{ACTION_OF.fulfilled.button}</Button>
        <Button onClick={() => ask('cancelled')}>{ACTION_OF.cancelled.button}</Button>
      </Stack>
    </Card>
  )
}

/** Reads the request of a link, and sends whether blood is still needed. */
function useAskedConfirmation(token: string) {
  const client = useQueryClient()
  const query = queryOptions({
    queryKey: ['asked-confirmation', token],
    queryFn: ({ signal }) => call(readAskedConfirmation, { body: { token } }, { signal }),
  })
  const bloodRequest = useQuery(query)
  /** Every refusal means that the link is dead. */
  const onError = (error: Error) => void (isRefused(error) && client.invalidateQueries(query))
  const confirming = useMutation({
    mutationFn: () => call(confirmByLink, { body: { token } }),
    onSuccess: (confirmed: AskedConfirmation) => {
      client.setQueryData(query.queryKey, confirmed)
      void refreshBloodRequests(client)
    },
    onError,
  })
  const closing = useMutation({
    mutationFn: (status: ClosedStatus) => call(closeByLink, { body: { token, status } }),
    onSuccess: () => void refreshBloodRequests(client),
    onError,
  })
  return { bloodRequest, confirming, closing }
}

type Confirming = ReturnType<typeof useAskedConfirmation>
