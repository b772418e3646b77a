import {
  correctAddress,
  SAME_ADDRESS,
  AddressCorrectionForm as schema,
} from '@blood-bank/contract/own-account/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { Form } from '../../../forms/form.tsx'
import { PasswordField } from '../../../forms/password-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { endSession } from '../../../session/session-changes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { rememberDestination } from '../destination.ts'

type Props = { wrongAddress: string; onCancel: () => void }

/** Registers the actor again with the right address, then leads to the sign-in page and back to this page. */
export function AddressCorrectionForm({ wrongAddress, onCancel }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const from = useLocation()
  const form = useContractForm({
    schema,
    initial: { email: wrongAddress, password: '' },
    check: ({ email }) =>
      email === wrongAddress ? { message: SAME_ADDRESS, fields: { email: SAME_ADDRESS } } : undefined,
    send: async correction => {
      const { message } = await call(correctAddress, { body: correction })
      rememberDestination(from)
      endSession(client, { isSignOut: false })
      // At once, before the guard of this page redirects without the address.
      void navigate('/login', { replace: true, state: { from, reason: message, email: correction.email } })
    },
  })
  // This form replaces the focused button.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form
      form={form}
      action="Correct my address"
      // The page below the banner has a primary button of its own.
      variant="secondary"
      otherActions={
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="We email a new link to this address. Then you sign in with it; your password stays the same."
        isRequired
        {...form.text('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
    </Form>
  )
}
