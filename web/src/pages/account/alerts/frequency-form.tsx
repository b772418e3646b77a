import { ALERT_FREQUENCY_LABELS, type AlertPreferences } from '@blood-bank/contract/alerts/endpoints'
import { AlertPreferencesForm } from '@blood-bank/contract/alerts/preferences'
import { explainFailure } from '../../../api/explain-failure.ts'
import { CheckboxField } from '../../../forms/checkbox-field.tsx'
import { Form } from '../../../forms/form.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { showToast } from '../../../ui/feedback/toasts.ts'
import { useChangePreferences } from './queries.ts'

/** Turns alerts on or off, and sets how often they come. */
export function FrequencyForm({ preferences }: { preferences: AlertPreferences }) {
  const { isOn, frequency, nightsAllowed } = preferences
  const change = useChangePreferences()
  const form = useContractForm({
    schema: AlertPreferencesForm,
    initial: { isOn, frequency, nightsAllowed },
    // Sends only what was changed: another page may have changed the rest.
    prepare: values => ({
      ...(values.isOn !== isOn && { isOn: values.isOn }),
      ...(values.frequency !== frequency && { frequency: values.frequency }),
      ...(values.nightsAllowed !== nightsAllowed && { nightsAllowed: values.nightsAllowed }),
    }),
    send: change,
    onSent: () => showToast('Your alert settings are saved.'),
    explain: refusal => explainFailure(refusal, 'Failed to save your choice. Please try again.'),
  })
  return (
    <Form form={form} action="Save" variant="secondary">
      <CheckboxField label="Alert me when somebody needs blood that I can give" {...form.checkbox('isOn')} />
      <SelectField label="How often" options={ALERT_FREQUENCY_LABELS} {...form.text('frequency')} />
      <CheckboxField
        label="Also at night, for urgent requests"
        hint="For notifications only: urgent requests are emailed at night, too."
        {...form.checkbox('nightsAllowed')}
      />
    </Form>
  )
}
