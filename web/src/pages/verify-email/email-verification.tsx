import { verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { isRefusal } from '../../api/refusal.ts'
import { findDestination, forgetDestination, hasRegisteredHere } from '../../features/accounts/destination.ts'
import { actorOf, sessionQuery, useSession } from '../../session/session.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { passFocusOn } from '../../ui/browser/focus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toasts.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import { UnrecognizedBrowser } from './unrecognized-browser.tsx'

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
    showToast(verified.message)
    await navigate(destination, { replace: true })
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
