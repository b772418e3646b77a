import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { ActorContext, useSession } from '../../session/session.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { lazyPart, preload } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Banner } from '../../ui/layout/banner.tsx'

type DialogProps = { onConfirmed: () => void; onClose: () => void; onUnavailable: () => void }

const PasswordDialog = lazyPart<DialogProps>(
  async () => (await import('../../session/password-dialog.tsx')).PasswordDialog,
  DialogUnavailable,
)

/** The dialog failed to load. */
function DialogUnavailable({ onUnavailable }: DialogProps) {
  useEffect(() => onUnavailable(), [onUnavailable])
  return null
}

/** Tells a new admin how the session that they have becomes an admin's. */
export function NewAdminBanner({ onDone }: { onDone: (message: string) => void }) {
  const client = useQueryClient()
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const [isUnavailable, setUnavailable] = useState(false)
  const ask = (asks: boolean) => {
    setUnavailable(false)
    setAsking(asks)
  }
  const showUnavailable = useCallback(() => {
    setAsking(false)
    setUnavailable(true)
  }, [])
  useEffect(() => void preload(PasswordDialog), [])
  const become = async () => {
    setAsking(false)
    // The focused button is about to disappear.
    document.getElementById('main')?.focus({ preventScroll: true })
    await refreshSession(client)
    onDone('Password confirmed.')
  }
  return (
    <Banner
      title="You are an admin now"
      tone="warning"
      action={<Button onClick={() => ask(true)}>Enter your password</Button>}
      result={
        isUnavailable && (
          <Notice kind="error" onDismiss={() => setUnavailable(false)}>
            The form couldn't be loaded. Check your internet connection, then try again.
          </Notice>
        )
      }
    >
      <p>
        To open the admin area here, enter your password once. Until then you can do what every member can.
      </p>
      <Suspense>
        {isAsking && session.kind === 'known' && (
          <ActorContext value={session.user}>
            <PasswordDialog
              onConfirmed={() => void become()}
              onClose={() => ask(false)}
              onUnavailable={showUnavailable}
            />
          </ActorContext>
        )}
      </Suspense>
    </Banner>
  )
}
