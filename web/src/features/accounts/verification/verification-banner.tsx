import { resendVerificationMail } from '@blood-bank/contract/accounts'
import { REFUSALS } from '@blood-bank/contract/errors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { withDetails } from '../../../api/explain-failure.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { refreshSession } from '../../../session/session-changes.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useTransientValue } from '../../../ui/feedback/use-transient-value.ts'
import { Banner } from '../../../ui/layout/banner.tsx'
import styles from './verification-banner.module.css'

/** How long the result of resending is shown (spec §9). */
export const RESEND_NOTICE_MS = 7_000

const RESENDING_FAILED = REFUSALS['resent-too-recently'].message

/** Reminds a signed-in user of an unverified email, and resends the verification email (spec §2). */
export function VerificationBanner({ email }: { email: string }) {
  const { resend, result, dismiss } = useResendVerificationMail()
  return (
    <Banner
      label="Email verification"
      tone="warning"
      action={
        <Button isBusy={resend.isPending} onClick={() => resend.mutate()}>
          Resend Verification Email
        </Button>
      }
      result={
        result && (
          <Notice kind={result.kind} onDismiss={dismiss}>
            {result.message}
          </Notice>
        )
      }
    >
      <p>
        Your email address isn't verified yet. Click the link in the email we sent to{' '}
        <span className={styles.address}>{email}</span>
      </p>
    </Banner>
  )
}

type Result = { kind: 'success' | 'error'; message: string }

function useResendVerificationMail() {
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
  return { resend, result, dismiss: () => showResult(null) }
}
