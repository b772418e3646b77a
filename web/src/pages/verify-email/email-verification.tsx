import { EmailVerificationForm as schema, verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { isRefusal } from '../../api/refusal.ts'
import { findDestination, forgetDestination, hasRegisteredHere } from '../../features/accounts/destination.ts'
import { PasswordResetForm } from '../../features/accounts/passwords/password-reset-form.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { actorOf, sessionQuery, useSession } from '../../session/session.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { passFocusOn } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** The server's message, and the address if it is known. */
export type VerifiedAddress = { message: string; email?: string }

type Props = {
  token: string
  /** The next step for a new link. */
  next: ReactNode
  /** What to do if the link doesn't work. */
  help: ReactNode
  /** Whether the link turned out to be used or too old. */
  isSpent: boolean
  onSpent: () => void
  onDone: (verified: VerifiedAddress) => void
}

/**
 * Verifies the email on a click, as mail scanners open links, too; at once in the browser that registered, and
 * in that of a verified member, which no scanner is. It signs the person in, who goes on to the page for which they
 * registered here; a verified member opens a link again.
 */
export function EmailVerification({ token, next, help, isSpent, onSpent, onDone }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isVerified = actorOf(useSession())?.emailVerified === true
  async function proceed(verified: VerifiedAddress) {
    await refreshSession(client)
    const destination = findDestination()
    if (!destination || client.getQueryData(sessionQuery.queryKey)?.kind !== 'known') {
      onDone(verified)
      return
    }
    forgetDestination()
    await navigate(destination, { replace: true, state: { said: verified.message } })
  }
  const verifying = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: proceed,
    onError: error => isRefusal(error, 'link-not-valid') && onSpent(),
  })
  // What a password doesn't change, refused to one of the forms for another browser.
  const [refusal, setRefusal] = useState<Error | null>(null)
  function endIfFinal(refused: Error) {
    if (!isRefusal(refused, 'link-not-valid', 'mailbox-has-account')) return
    setRefusal(refused)
    if (isRefusal(refused, 'link-not-valid')) onSpent()
  }
  const error = refusal ?? verifying.error

  const { mutate, isIdle } = verifying
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || !isIdle || !(isVerified || hasRegisteredHere())) return
    hasBegun.current = true
    mutate()
  }, [mutate, isIdle, isVerified])

  // The account that the mailbox has is what they need; a new link would be refused, too.
  const hasOther = isRefusal(error, 'mailbox-has-account')
  if (isRefusal(error, 'password-needed'))
    return (
      <UnrecognizedBrowser
        token={token}
        reason={error.message}
        onVerified={proceed}
        onReset={onDone}
        onRefused={endIfFinal}
      />
    )
  return (
    <Stack>
      <MutationNotice
        of={{
          error,
          reset: () => {
            setRefusal(null)
            verifying.reset()
          },
        }}
      />
      {(isSpent || (error && !hasOther)) && help}
      {isSpent || hasOther ? (
        next
      ) : (
        <div key="verify" ref={passFocusOn}>
          <Button variant="primary" isBusy={verifying.isPending} onClick={() => mutate()}>
            Verify Email
          </Button>
        </div>
      )}
    </Stack>
  )
}

type BrowserProps = {
  token: string
  /** The server's message: why the click was not enough. */
  reason: string
  onVerified: (verified: VerifiedAddress) => Promise<void>
  /** Called when a new password is set, which verifies the email, too. */
  onReset: (verified: VerifiedAddress) => void
  onRefused: (refusal: Error) => void
}

/**
 * For a verification link opened in a browser that did not register the account, or not lately: the password proves that
 * this person did, and signs in. If somebody else registered their address, they take over the account by setting a new password.
 */
function UnrecognizedBrowser({ token, reason, onVerified, onReset, onRefused }: BrowserProps) {
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

/** Verifies the email with the password, and signs in. */
function VerificationPasswordForm({
  token,
  onVerified,
  onRefused,
}: Pick<BrowserProps, 'token' | 'onVerified' | 'onRefused'>) {
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
