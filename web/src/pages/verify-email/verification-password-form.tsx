import { EmailVerificationForm as schema, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { refreshSession } from '../../session/session-changes.ts'

type Props = { token: string; onVerified: (verified: { message: string; email: string }) => void }

/** Verifies the email with the password, in a browser that did not register the account and is not signed in to it. */
export function VerificationPasswordForm({ token, onVerified }: Props) {
  const client = useQueryClient()
  const form = useContractForm({
    schema,
    initial: { password: '' },
    prepare: values => ({ ...values, token }),
    send: async verification => {
      const reply = await call(verifyEmail, { body: verification })
      await refreshSession(client)
      return reply
    },
    onSent: onVerified,
  })
  // This form replaces the focused button.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form form={form} action="Verify Email">
      <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
    </Form>
  )
}
