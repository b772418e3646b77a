import { verifyEmail } from '@blood-bank/contract/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { explainFailure } from '../../../api/explain-failure.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { refreshSession } from '../../../session/session-changes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DismissibleError } from '../../../ui/feedback/dismissible-error.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { UnknownBrowser } from './unknown-browser.tsx'

type Props = {
  token: string
  /** What is wrong with the link itself. */
  fault: string | undefined
  /** What a person does next who is verified, or wants another link. */
  next: ReactNode
  /** What helps when the link does not. */
  help: ReactNode
}

/** One click confirms the address: opening the link alone changes nothing, as mail scanners open links, too. */
export function EmailVerification({ token, fault, next, help }: Props) {
  const client = useQueryClient()
  const [isSpent, setIsSpent] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const verifying = useMutation({
    mutationFn: () => call(verifyEmail, { body: { token } }),
    onSuccess: async ({ message }) => {
      setDone(message)
      await refreshSession(client)
    },
    onError: error => setIsSpent(isRefusal(error, 'link-not-valid')),
  })
  const isOfNoUse = isSpent || fault !== undefined

  if (done) {
    return (
      <Stack>
        <Notice kind="success">{done}</Notice>
        <div>{next}</div>
      </Stack>
    )
  }
  if (isRefusal(verifying.error, 'password-needed'))
    return <UnknownBrowser token={token} reason={verifying.error.message} onDone={setDone} />
  return (
    <Stack>
      {fault && <DismissibleError>{fault}</DismissibleError>}
      {verifying.error && (
        <Notice kind="error" onDismiss={verifying.reset}>
          {explainFailure(verifying.error)}
        </Notice>
      )}
      {(isOfNoUse || verifying.error) && <p>{help}</p>}
      <div>
        {isOfNoUse ? (
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
