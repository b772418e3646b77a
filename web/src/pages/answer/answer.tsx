import type { AskedAlert } from '@blood-bank/contract/alerts/answers'
import { useRef, useState } from 'react'
import { explainFailure } from '../../api/explain-failure.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { PauseByLinkForm } from './pause-by-link-form.tsx'
import { DigitsForm, UniversityIdForm } from './proof-forms.tsx'
import type { Answering } from './use-asked-alert.ts'

type Props = { token: string; alert: AskedAlert; answering: Answering }

/** What follows from each answer, and how to change it. */
const RESULTS = {
  yes: {
    now: 'Thank you! The member who posted this sees your name and number now and can call you.',
    change: "If you can't come after all, press Not this time. Your name and number disappear at once.",
  },
  no: {
    now: 'Thank you for answering. Another donor is asked in your place, and nobody is told that you declined.',
    change: 'If you can come after all, press I can donate. You can do so until the request closes.',
  },
}

type ShownForm = 'proof' | 'pause' | null

/** The three answers. Nothing is sent before one is pressed. */
export function Answer({ token, alert, answering: { accepting, declining } }: Props) {
  const [shownForm, setShownForm] = useState<ShownForm>(null)
  const [paused, setPaused] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { answer } = alert
  const failed = [accepting, declining].find(({ error }) => error)
  // The profile may change while the form is open.
  const ProofForm = alert.needsUniversityId ? UniversityIdForm : DigitsForm
  const isBusy = accepting.isPending || declining.isPending

  /** The pressed button is gone afterwards. */
  function finish() {
    setShownForm(null)
    heading.current?.focus()
  }
  function reset() {
    accepting.reset()
    declining.reset()
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
  }
  function togglePause() {
    reset()
    setShownForm(shownForm === 'pause' ? null : 'pause')
  }
  function showPaused(message: string) {
    setPaused(message)
    finish()
  }

  return (
    <Card title="Your answer" headingRef={heading}>
      {answer && (
        <>
          <Notice kind="success">{RESULTS[answer].now}</Notice>
          <p>{RESULTS[answer].change}</p>
        </>
      )}
      {answer !== 'yes' && (
        <p>
          If you press I can donate, the member who posted this will see your name and number until the
          request closes or you withdraw. Never pay or accept money for blood.
        </p>
      )}
      {failed?.error && shownForm !== 'proof' && (
        <Notice kind="error" onDismiss={failed.reset}>
          {explainFailure(failed.error)}
        </Notice>
      )}
      {shownForm === 'proof' && (
        <ProofForm token={token} accept={accepting.mutateAsync} onAccepted={finish} onCancel={goBack} />
      )}
      {shownForm !== 'proof' && (
        <Stack row>
          {answer !== 'yes' && (
            <Button variant="primary" isBusy={isBusy} onClick={accept}>
              I can donate
            </Button>
          )}
          {answer !== 'no' && (
            <Button isBusy={isBusy} onClick={decline}>
              Not this time
            </Button>
          )}
          <Button aria-expanded={shownForm === 'pause'} onClick={togglePause}>
            Pause alerts
          </Button>
        </Stack>
      )}
      {shownForm === 'pause' && <PauseByLinkForm token={token} onPaused={showPaused} />}
      {paused && <Notice kind="success">{paused}</Notice>}
    </Card>
  )
}
