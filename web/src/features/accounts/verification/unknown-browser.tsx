import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { PasswordResetForm } from '../passwords/password-reset-form.tsx'
import { VerificationPasswordForm } from './verification-password-form.tsx'

type Props = {
  token: string
  /** Why the click was not enough. */
  reason: string
  onDone: (message: string) => void
}

/**
 * Where a verification link was opened in a browser that did not register the account: the password shows that the person
 * did. Whoever did not, since somebody else registered their address, takes the account over with a password of their own.
 */
export function UnknownBrowser({ token, reason, onDone }: Props) {
  const [isTakingOver, setTakingOver] = useState(false)
  const own = useRef<HTMLDivElement>(null)
  // The button that had the focus has made way for the form.
  useEffect(() => {
    if (isTakingOver) own.current?.querySelector('input')?.focus()
  }, [isTakingOver])
  if (isTakingOver)
    return (
      <Stack>
        <p>
          Set a password of your own. This verifies your email address, and signs out whoever created the
          account.
        </p>
        <div ref={own}>
          <PasswordResetForm token={token} onReset={onDone} />
        </div>
        <div>
          <Button onClick={() => setTakingOver(false)}>Back</Button>
        </div>
      </Stack>
    )
  return (
    <Stack>
      <Notice kind="info">{reason}</Notice>
      <VerificationPasswordForm token={token} onVerified={onDone} />
      <p>You did not create this account?</p>
      <div>
        <Button onClick={() => setTakingOver(true)}>Choose Your Own Password</Button>
      </div>
    </Stack>
  )
}
