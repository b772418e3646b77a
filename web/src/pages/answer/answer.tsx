import { type AskedAlert, pauseAlerts, AlertPauseForm as schema } from '@blood-bank/contract/alerts/answers'
import { BEFORE_GIVING } from '@blood-bank/contract/donors/fit-to-give'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { NEW_PAUSE, PauseFields, preparePause } from '../../features/alerts/pause-fields.tsx'
import { FitToGive } from '../../features/donors/fit-to-give.tsx'
import { Arrival, Directions } from '../../features/offers/arrival.tsx'
import { Form } from '../../forms/form.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { ProofForm } from './proof-form.tsx'
import type { Answering } from './use-asked-alert.ts'

type Props = { token: string; alert: AskedAlert; answering: Answering }

type ShownForm = 'proof' | 'pause' | null

/** The three answers, and what a donor does next who comes. Nothing is sent before a button is pressed. */
export function Answer({ token, alert, answering: { accepting, declining, arriving } }: Props) {
  const [shownForm, setShownForm] = useState<ShownForm>(null)
  const [paused, setPaused] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { answer, cannotOffer, ownOffer, hospitalName, hospitalLocation } = alert
  const hasSaidYes = answer === 'yes'
  const failed = [accepting, declining].find(({ error }) => error)
  // The profile may change while the form is open.
  const proof = alert.needsUniversityId ? 'universityId' : 'digits'
  const isBusy = accepting.isPending || declining.isPending

  const finish = () => setShownForm(null)
  function reset() {
    accepting.reset()
    declining.reset()
    arriving.reset()
    setPaused(null)
  }
  function accept() {
    reset()
    if (alert.needsDigits || alert.needsUniversityId) setShownForm('proof')
    else accepting.mutate(undefined, { onSuccess: finish })
  }
  function decline() {
    reset()
    declining.mutate(undefined, { onSuccess: finish })
  }
  /** Without what the server said about the digits or the University ID. */
  function goBack() {
    reset()
    finish()
    heading.current?.focus()
  }
  function togglePause() {
    reset()
    setShownForm(shownForm === 'pause' ? null : 'pause')
  }
  function showPaused(message: string) {
    setPaused(message)
    finish()
    heading.current?.focus()
  }

  return (
    <Card title="Your answer" headingRef={heading}>
      {ownOffer && <Arrival offer={ownOffer} saying={arriving} />}
      {hasSaidYes && !ownOffer && hospitalName !== null && (
        <Directions to={{ hospitalName, hospitalLocation }} />
      )}
      {hasSaidYes && !ownOffer && <p>{BEFORE_GIVING}</p>}
      {hasSaidYes && <p>They see your name and number until the request closes or you can't come.</p>}
      {answer === 'no' && (
        <Notice kind="success">
          {alert.hasWithdrawn
            ? "Another donor is asked in your place, and the member who posted this is told that you can't come."
            : 'Another donor is asked in your place, and nobody is told that you declined.'}
        </Notice>
      )}
      {cannotOffer && <p>{cannotOffer}</p>}
      {answer === 'no' && !cannotOffer && (
        <p>If you can come after all, press I can donate. You can do so until the request closes.</p>
      )}
      {!hasSaidYes && !cannotOffer && (
        <p>
          If you press I can donate, the member who posted this will see your name and number until the
          request closes or you can't come. Never pay or accept money for blood.
        </p>
      )}
      {!hasSaidYes && !cannotOffer && (
        <SmallPrint>
          <FitToGive />
        </SmallPrint>
      )}
      {shownForm !== 'proof' && <MutationNotice of={failed} />}
      {shownForm === 'proof' && (
        <ProofForm
          key={proof}
          kind={proof}
          token={token}
          action={hasSaidYes ? SHOW_CONTACT : 'Yes, I can donate'}
          accept={accepting.mutateAsync}
          onAccepted={finish}
          onCancel={goBack}
        />
      )}
      {shownForm !== 'proof' && (
        <Stack row>
          {!ownOffer && !cannotOffer && (
            <Button variant="primary" isBusy={isBusy} onClick={accept}>
              {hasSaidYes ? SHOW_CONTACT : 'I can donate'}
            </Button>
          )}
          {answer !== 'no' && !cannotOffer && (
            <Button variant={hasSaidYes ? 'quiet' : 'secondary'} isBusy={isBusy} onClick={decline}>
              {hasSaidYes ? "I can't come" : 'Not this time'}
            </Button>
          )}
          <Button
            variant={hasSaidYes ? 'quiet' : 'secondary'}
            aria-expanded={shownForm === 'pause'}
            onClick={togglePause}
          >
            Pause alerts
          </Button>
        </Stack>
      )}
      {shownForm === 'pause' && <PauseByLinkForm token={token} onPaused={showPaused} />}
      {paused && <Notice kind="success">{paused}</Notice>}
    </Card>
  )
}

/** For a donor who has said yes, in a browser that must prove to be theirs again. */
const SHOW_CONTACT = 'Show whom to call'

type PauseProps = {
  token: string
  /** Called with the message that says until when. */
  onPaused: (message: string) => void
}

/** Asks how long the donor wants no alerts. */
function PauseByLinkForm({ token, onPaused }: PauseProps) {
  const form = useContractForm({
    schema,
    initial: NEW_PAUSE,
    prepare: values => ({ token, ...preparePause(values) }),
    send: async pause => (await call(pauseAlerts, { body: pause })).message,
    onSent: onPaused,
  })
  useEffect(() => form.ref.current?.querySelector('select')?.focus(), [form.ref])
  return (
    <Form form={form} action="Pause" variant="secondary">
      <PauseFields form={form} />
    </Form>
  )
}
