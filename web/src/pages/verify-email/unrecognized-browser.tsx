import { useEffect, useRef, useState } from 'react'
import { PasswordResetForm } from '../../features/accounts/passwords/password-reset-form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { VerificationPasswordForm } from './verification-password-form.tsx'

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
