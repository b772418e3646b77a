import { AlertPreferencesForm } from '@blood-bank/contract/alerts/preferences'
import { explainFailure } from '../../../api/explain-failure.ts'
import { NEW_PAUSE, PauseFields, preparePause } from '../../../features/alerts/pause-fields.tsx'
import { Form } from '../../../forms/form.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { useChangePreferences } from './queries.ts'

/** Pauses alerts. */
export function PauseForm({ onPaused }: { onPaused: () => void }) {
  const change = useChangePreferences()
  const form = useContractForm({
    schema: AlertPreferencesForm,
    initial: NEW_PAUSE,
    prepare: preparePause,
    send: async values => {
      await change(values)
      showToast('Alerts are paused.')
      // The form is gone.
      onPaused()
    },
    explain: refusal => explainFailure(refusal, 'Failed to pause alerts. Please try again.'),
  })
  return (
    <Form form={form} action="Pause alerts" variant="secondary">
      <PauseFields form={form} label="Pause" />
    </Form>
  )
}
