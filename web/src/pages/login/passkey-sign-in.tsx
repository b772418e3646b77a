import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRefusal } from '../../api/refusal.ts'
import { explainPasskeyFailure } from '../../session/passkeys/explain-passkey-failure.ts'
import { hasPasskeys } from '../../session/passkeys/has-passkeys.ts'
import { startSession } from '../../session/session-changes.ts'
import { useIsHydrated } from '../../ui/browser/after-hydration.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Signs in with a passkey, where the browser has them. `onSuspended` is called as by `SignInForm`. */
export function PasskeySignIn({ onSuspended }: { onSuspended: (isSuspended: boolean) => void }) {
  const client = useQueryClient()
  const isHydrated = useIsHydrated()
  const signingIn = useMutation({
    mutationFn: async () => {
      // The library and the schemas are loaded when they are needed.
      const { signInByPasskey } = await import('../../session/passkeys/browser-passkeys.ts')
      return signInByPasskey()
    },
    onMutate: () => onSuspended(false),
    onSuccess: session => startSession(client, session),
    onError: error => onSuspended(isRefusal(error, 'account-suspended')),
  })
  // The build presumes them: nearly all browsers have them.
  if (isHydrated && !hasPasskeys()) return null
  return (
    <>
      {signingIn.error && (
        <Notice kind="error" onDismiss={signingIn.reset}>
          {explainPasskeyFailure(signingIn.error)}
        </Notice>
      )}
      <div>
        <Button isBusy={signingIn.isPending} onClick={() => signingIn.mutate()}>
          Sign in with a passkey
        </Button>
      </div>
    </>
  )
}
