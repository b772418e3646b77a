import { AlertDigitsForm, AlertUniversityIdForm } from '@blood-bank/contract/alerts/answers'
import { useEffect } from 'react'
import { Form } from '../../forms/form.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Proof } from './use-asked-alert.ts'

/** What is asked in a browser that the server does not know as the donor's: the ID when everybody sees the donor's number. */
const PROOFS = {
  digits: {
    schema: AlertDigitsForm,
    field: {
      label: 'Last four digits of your phone number',
      hint: "We ask because this link may have been forwarded. The digits show that it's you.",
      inputMode: 'numeric',
      maxLength: 4,
    },
  },
  universityId: {
    schema: AlertUniversityIdForm,
    field: {
      label: 'Your University ID',
      hint: "We ask because this link may have been forwarded. The ID shows that it's you.",
      maxLength: 60,
    },
  },
} as const

type Props = {
  token: string
  kind: keyof typeof PROOFS
  /** The label of the button. */
  action: string
  accept: (proof: Proof) => Promise<unknown>
  onAccepted: () => void
  onCancel: () => void
}

/** Asks for what only the donor knows. */
export function ProofForm({ token, kind, action, accept, onAccepted, onCancel }: Props) {
  const { schema, field } = PROOFS[kind]
  const form = useContractForm({
    schema,
    initial: { [kind]: '' },
    prepare: values => ({ ...values, token }),
    send: ({ token: _, ...proof }) => accept(proof),
    onSent: onAccepted,
  })
  // This form replaces the pressed button.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form form={form} action={action} otherActions={<Button onClick={onCancel}>Back</Button>}>
      <TextField autoComplete="off" isRequired {...field} {...form.text(kind)} />
    </Form>
  )
}
