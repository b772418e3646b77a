import { EmailVerificationForm as schema, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { PasswordResetForm } from '../../features/accounts/passwords/password-reset-form.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

type Props = {
  token: string
  /** The server's message: why the click was not enough. */
  reason: string
  onVerified: (verified: { message: string; email: string }) => Promise<void>
  /** Called when a new password is set, which verifies the email, too. */
  onReset: (done: { message: string }) => void
  onRefused: (refusal: Error) => void
}

/**
 * For a verification link opened in a browser that did not register the account, or not lately: the password proves that
 * this person did, and signs in. If somebody else registered their address, they take over the account by setting a new password.
 */
export function UnrecognizedBrowser({ token, reason, onVerified, onReset, onRefused }: Props) {
  const [isTakingOver, setTakingOver] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  // The form replaces the focused button.
  useEffect(() => {
    if (isTakingOver) form.current?.querySelector('input')?.focus()
  }, [isTakingOver])
  if (isTakingOver)
    return (
      <Stack>
        <p>
          Set your own password. This verifies your email address and signs out whoever created the account.
        </p>
        <div ref={form}>
          <PasswordResetForm token={token} onReset={message => onReset({ message })} onRefused={onRefused} />
        </div>
        <div>
          <Button onClick={() => setTakingOver(false)}>Back</Button>
        </div>
      </Stack>
    )
  return (
    <Stack>
      <Notice kind="info">{reason}</Notice>
      <VerificationPasswordForm token={token} onVerified={onVerified} onRefused={onRefused} />
      <p>Didn't create this account?</p>
      <div>
        <Button onClick={() => setTakingOver(true)}>Choose your own password</Button>
      </div>
    </Stack>
  )
}

type PasswordProps = {
  token: string
  onVerified: (verified: { message: string; email: string }) => Promise<void>
  onRefused: (refusal: Error) => void
}

/** Verifies the email with the password, and signs in. */
function VerificationPasswordForm({ token, onVerified, onRefused }: PasswordProps) {
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
