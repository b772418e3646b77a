import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MutationNotice } from '../../api/mutation-notice.tsx'
import { isRefusal } from '../../api/refusal.ts'
import { explainPasskeyFailure } from '../../session/passkeys/explain-passkey-failure.ts'
import { hasPasskeys } from '../../session/passkeys/has-passkeys.ts'
import { startSession } from '../../session/session-changes.ts'
import { useBrowserSupport } from '../../ui/browser/use-browser-value.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Signs in with a passkey, where the browser has them. `onSuspended` is called as by `SignInForm`. */
export function PasskeySignIn({ onSuspended }: { onSuspended: (isSuspended: boolean) => void }) {
  const client = useQueryClient()
  const isSupported = useBrowserSupport(hasPasskeys)
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
  if (!isSupported) return null
  return (
    <>
      <MutationNotice of={signingIn} explain={explainPasskeyFailure} />
      <div>
        <Button isBusy={signingIn.isPending} onClick={() => signingIn.mutate()}>
          Sign in with a passkey
        </Button>
      </div>
    </>
  )
}
