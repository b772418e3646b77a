import { AlertPreferencesForm } from '@blood-bank/contract/alerts/preferences'
import { explainFailure } from '../../../api/explain-failure.ts'
import { PAUSE_LABELS } from '../../../features/alerts/pause-labels.ts'
import { Form } from '../../../forms/form.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { useChangePreferences } from './queries.ts'

/** Pauses alerts. */
export function PauseForm({ onPaused }: { onPaused: () => void }) {
  const change = useChangePreferences()
  const form = useContractForm({
    schema: AlertPreferencesForm,
    initial: { pause: 'week', pauseUntil: '' },
    prepare: ({ pause, pauseUntil }) => ({ pause, ...(pause === 'date' && { pauseUntil }) }),
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
      <SelectField label="Pause" options={PAUSE_LABELS} {...form.text('pause')} />
      {form.values.pause === 'date' && (
        <TextField label="Alerts again from" type="date" isRequired {...form.text('pauseUntil')} />
      )}
    </Form>
  )
}
