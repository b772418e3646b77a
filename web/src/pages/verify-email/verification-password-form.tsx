import { EmailVerificationForm as schema, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'

type Props = {
  token: string
  onVerified: (verified: { message: string; email: string }) => Promise<void>
  onRefused: (refusal: Error) => void
}

/** Verifies the email with the password, and signs in. */
export function VerificationPasswordForm({ token, onVerified, onRefused }: Props) {
  const form = useContractForm({
    schema,
    initial: { password: '' },
    prepare: values => ({ ...values, token }),
    send: async verification => onVerified(await call(verifyEmail, { body: verification })),
    onRefused,
  })
  // This form replaces the focused button.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form form={form} action="Verify Email">
      <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
    </Form>
  )
}
