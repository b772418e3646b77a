import { EmailVerificationForm as schema, verifyEmail } from '@blood-bank/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { Form } from '../../../forms/form.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { refreshSession } from '../../../session/session-changes.ts'

type Props = { token: string; onVerified: (message: string) => void }

/** Verifies the email in a browser that neither registered the account nor is signed in to it. */
export function VerificationPasswordForm({ token, onVerified }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { password: '' },
    prepare: typed => ({ ...typed, token }),
    send: async verification => {
      const reply = await call(verifyEmail, { body: verification })
      await refreshSession(client)
      return reply
    },
    onSent: ({ message }) => onVerified(message),
  })
  // The button that had the focus has made way for this form.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form form={form} action="Verify Email">
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        isRequired
        {...form.text('password')}
      />
    </Form>
  )
}
