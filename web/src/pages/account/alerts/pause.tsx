import type { AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import { AlertPreferencesForm, type PauseLength } from '@blood-bank/contract/alerts/preferences'
import { useEffect, useRef, useState } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { Moment } from '../../../api/moment.tsx'
import { MutationNotice } from '../../../api/mutation-notice.tsx'
import { AlertsAgainFromField, PAUSE_LABELS } from '../../../features/alerts/pause-fields.tsx'
import { Form } from '../../../forms/form.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { isFocusLost } from '../../../ui/browser/focus.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import styles from './alerts.module.css'
import { pauseUntil, useChangePreferences } from './queries.ts'

const LENGTHS = Object.entries(PAUSE_LABELS) as [PauseLength, string][]

/** Pauses alerts, says how long they are paused, and ends the pause. Both states take the same room. */
export function Pause({ pausedUntil }: Pick<AlertPreferences, 'pausedUntil'>) {
  const changing = useChangePreferences(before => pauseUntil(before.pausedUntil))
  const [isDateOpen, setIsDateOpen] = useState(false)
  const isPaused = pausedUntil !== null
  const status = useFocusOnChange(isPaused)
  if (isPaused && isDateOpen) setIsDateOpen(false)
  return (
    <div className={styles.pause}>
      <p className={styles.status} ref={status} tabIndex={-1}>
        {isPaused ? <PausedUntil pausedUntil={pausedUntil} /> : 'Pause alerts'}
      </p>
      <Stack row>
        {isPaused ? (
          <Button isBusy={changing.isPending} onClick={() => changing.mutate({ pause: 'none' })}>
            End pause
          </Button>
        ) : (
          LENGTHS.map(([length, label]) =>
            length === 'date' ? (
              <Button
                key={length}
                aria-expanded={isDateOpen}
                onClick={() => setIsDateOpen(isOpen => !isOpen)}
              >
                {label}
              </Button>
            ) : (
              <Button
                key={length}
                isBusy={changing.isPending && changing.variables.pause === length}
                onClick={() => changing.mutate({ pause: length })}
              >
                {label}
              </Button>
            ),
          )
        )}
      </Stack>
      {isDateOpen && <PauseUntilDateForm send={changing.mutateAsync} />}
      {!isDateOpen && (
        <MutationNotice
          of={changing}
          failed={
            isPaused
              ? 'Failed to end the pause. Please try again.'
              : 'Failed to pause alerts. Please try again.'
          }
        />
      )}
    </div>
  )
}

const PausedUntil = ({ pausedUntil }: { pausedUntil: string }) => (
  <span key={pausedUntil}>
    Alerts are paused until{' '}
    {pausedUntil === 'until-i-return' ? 'you end the pause' : <Moment at={pausedUntil} />}.
  </span>
)

/** The text that says what was done gets the focus, as the pressed button is gone. Nothing scrolls. */
function useFocusOnChange(isPaused: boolean) {
  const ref = useRef<HTMLParagraphElement>(null)
  const wasPaused = useRef(isPaused)
  useEffect(() => {
    if (wasPaused.current === isPaused) return
    wasPaused.current = isPaused
    if (isFocusLost()) ref.current?.focus({ preventScroll: true })
  }, [isPaused])
  return ref
}

function PauseUntilDateForm({ send }: { send: (change: AlertPreferencesForm) => Promise<unknown> }) {
  const form = useContractForm({
    schema: AlertPreferencesForm,
    initial: { pauseUntil: '' },
    prepare: ({ pauseUntil }) => ({ pause: 'date', pauseUntil }),
    send,
    explain: refusal => explainFailure(refusal, 'Failed to pause alerts. Please try again.'),
  })
  return (
    <Form form={form} action="Pause alerts" variant="secondary">
      <AlertsAgainFromField {...form.text('pauseUntil')} />
    </Form>
  )
}
