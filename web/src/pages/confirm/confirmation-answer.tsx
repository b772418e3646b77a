import type { AskedConfirmation } from '@blood-bank/contract/blood-requests/confirmations'
import type { ClosedStatus } from '@blood-bank/contract/blood-requests/endpoints'
import { useRef, useState } from 'react'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { ACTIONS } from '../../features/blood-requests/actions/actions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import type { Confirming } from './use-asked-confirmation.ts'

type Props = { bloodRequest: AskedConfirmation; confirming: Confirming }

const ACTION_OF = { fulfilled: ACTIONS.fulfil, cancelled: ACTIONS.cancel } satisfies Record<
  ClosedStatus,
  object
>

/** The three answers. Nothing is sent before one is pressed, and closing asks once more, in place. */
export function ConfirmationAnswer({ bloodRequest, confirming: { confirming, closing } }: Props) {
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
        <p>
          Until you answer, the request is marked as not confirmed, and no more donors are asked by email.
        </p>
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
