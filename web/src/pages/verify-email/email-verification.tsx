import { verifyEmail } from '@blood-bank/contract/passwords/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { explainFailure } from '../../api/explain-failure.ts'
import { isRefusal } from '../../api/refusal.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DismissibleError } from '../../ui/feedback/dismissible-error.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { NextTasks } from './next-tasks.tsx'
import { UnrecognizedBrowser } from './unrecognized-browser.tsx'

/** The server's message, and the address if it is known. */
export type VerifiedAddress = { message: string; email?: string }

type Props = {
  token: string
  /** The error of an invalid link. */
  fault: string | undefined
  /** The next step for a new link. */
  next: ReactNode
  /** What to do if the link doesn't work. */
  help: ReactNode
}

/** Verifies the email on a click. Opening the link changes nothing, as mail scanners open links, too. */
export function EmailVerification({ token, fault, next, help }: Props) {
  const client = useQueryClient()
  const [isSpent, setIsSpent] = useState(false)
  const [done, setDone] = useState<VerifiedAddress | null>(null)
  const verifying = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: async verified => {
      setDone(verified)
      await refreshSession(client)
    },
    onError: error => setIsSpent(isRefusal(error, 'link-not-valid')),
  })
  const isUnusable = isSpent || fault !== undefined

  if (done) {
    return (
      <Stack>
        <Notice kind="success">{done.message}</Notice>
        <NextTasks email={done.email} />
      </Stack>
    )
  }
  if (isRefusal(verifying.error, 'password-needed'))
    return <UnrecognizedBrowser token={token} reason={verifying.error.message} onDone={setDone} />
  return (
    <Stack>
      {fault && <DismissibleError>{fault}</DismissibleError>}
      {verifying.error && (
        <Notice kind="error" onDismiss={verifying.reset}>
          {explainFailure(verifying.error)}
        </Notice>
      )}
      {(isUnusable || verifying.error) && <p>{help}</p>}
      <div>
        {isUnusable ? (
          next
        ) : (
          <Button variant="primary" isBusy={verifying.isPending} onClick={() => verifying.mutate()}>
            Verify Email
          </Button>
        )}
      </div>
    </Stack>
  )
}
