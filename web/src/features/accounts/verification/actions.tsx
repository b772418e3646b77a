import { resendVerificationMail } from '@blood-bank/contract/passwords/accounts'
import { REFUSALS_SHOWN_EVERYWHERE } from '@blood-bank/contract/refusals/shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { withDetails } from '../../../api/explain-failure.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { refreshSession } from '../../../session/session-changes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useTransientValue } from '../../../ui/feedback/use-transient-value.ts'

/** How long the result of resending is shown (spec §9). */
const RESEND_NOTICE_MS = 7_000

const RESENDING_FAILED = REFUSALS_SHOWN_EVERYWHERE['resent-too-recently'].message

type Result = { kind: 'success' | 'error'; message: string }

/** The button that resends the verification email, and a message with the result. */
export function useResending(): { button: ReactNode; result: ReactNode } {
  const client = useQueryClient()
  const [result, showResult] = useTransientValue<Result>(RESEND_NOTICE_MS)
  const resend = useMutation({
    mutationFn: () => call(resendVerificationMail, {}),
    onMutate: () => showResult(null),
    onSuccess: ({ message }) => showResult({ kind: 'success', message }),
    onError: error => {
      // The specification's sentence covers every failure (spec §8), except when the email is already verified.
      if (isRefusal(error, 'email-already-verified')) void refreshSession(client)
      else showResult({ kind: 'error', message: withDetails(error, RESENDING_FAILED) })
    },
  })
  return {
    button: (
      <Button isBusy={resend.isPending} onClick={() => resend.mutate()}>
        Resend Verification Email
      </Button>
    ),
    result: result && (
      <Notice kind={result.kind} onDismiss={() => showResult(null)}>
        {result.message}
      </Notice>
    ),
  }
}

/** Whether the actor corrects a mistyped address, and the button that begins it. Cancelling returns the focus to it. */
export function useAddressCorrection() {
  const [step, setStep] = useState<'offered' | 'begun' | 'cancelled'>('offered')
  return {
    isCorrecting: step === 'begun',
    button: (
      <Button variant="quiet" autoFocus={step === 'cancelled'} onClick={() => setStep('begun')}>
        Wrong address?
      </Button>
    ),
    cancel: () => setStep('cancelled'),
  }
}
