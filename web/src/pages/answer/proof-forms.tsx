import { AlertDigitsForm, AlertUniversityIdForm } from '@blood-bank/contract/alerts/answers'
import { useEffect } from 'react'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Proof } from './use-asked-alert.ts'

type Props = {
  token: string
  /** The label of the button. */
  action: string
  accept: (proof: Proof) => Promise<unknown>
  onAccepted: () => void
  onCancel: () => void
}

/** Asks for the last digits of the donor's number, in a browser that the server does not know as the donor's. */
export function DigitsForm({ token, action, accept, onAccepted, onCancel }: Props) {
  const form = useContractForm({
    schema: AlertDigitsForm,
    initial: { digits: '' },
    prepare: values => ({ ...values, token }),
    send: ({ digits }) => accept({ digits }),
    onSent: onAccepted,
  })
  // This form replaces the pressed button.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form form={form} action={action} otherActions={<Button onClick={onCancel}>Back</Button>}>
      <TextField
        label="Last four digits of your phone number"
        hint="Emails can be forwarded. The digits show that it's really you."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        isRequired
        {...form.text('digits')}
      />
    </Form>
  )
}

/** Asks for the University ID instead, when everybody sees the donor's number. */
export function UniversityIdForm({ token, action, accept, onAccepted, onCancel }: Props) {
  const form = useContractForm({
    schema: AlertUniversityIdForm,
    initial: { universityId: '' },
    prepare: values => ({ ...values, token }),
    send: ({ universityId }) => accept({ universityId }),
    onSent: onAccepted,
  })
  // This form replaces the pressed button.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form form={form} action={action} otherActions={<Button onClick={onCancel}>Back</Button>}>
      <TextField
        label="Your University ID"
        hint="Emails can be forwarded, and everybody sees your number. The ID shows that it's really you."
        autoComplete="off"
        maxLength={60}
        isRequired
        {...form.text('universityId')}
      />
    </Form>
  )
}
