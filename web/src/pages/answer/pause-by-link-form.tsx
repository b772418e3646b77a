import { pauseAlerts, AlertPauseForm as schema } from '@blood-bank/contract/alerts/answers'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { NEW_PAUSE, PauseFields, preparePause } from '../../features/alerts/pause-fields.tsx'
import { Form } from '../../forms/form.tsx'
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
