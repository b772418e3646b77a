import { pauseAlerts, AlertPauseForm as schema } from '@blood-bank/contract/alerts/answers'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { PAUSE_LABELS } from '../../features/alerts/pause-labels.ts'
import { Form } from '../../forms/form.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'

type Props = {
  token: string
  /** Called with the message that says until when. */
  onPaused: (message: string) => void
}

/** Asks how long the donor wants no alerts. */
export function PauseByLinkForm({ token, onPaused }: Props) {
  const form = useContractForm({
    schema,
    initial: { pause: 'week', pauseUntil: '' },
    prepare: ({ pause, pauseUntil }) => ({ token, pause, ...(pause === 'date' && { pauseUntil }) }),
    send: async pause => (await call(pauseAlerts, { body: pause })).message,
    onSent: onPaused,
  })
  useEffect(() => form.ref.current?.querySelector('select')?.focus(), [form.ref])
  return (
    <Form form={form} action="Pause" variant="secondary">
      <SelectField label="How long" options={PAUSE_LABELS} {...form.text('pause')} />
      {form.values.pause === 'date' && (
        <TextField label="Alerts again from" type="date" isRequired {...form.text('pauseUntil')} />
      )}
    </Form>
  )
}
