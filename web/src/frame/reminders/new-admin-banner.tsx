import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { ActorContext, useSession } from '../../session/session.ts'
import { refreshSession } from '../../session/session-changes.ts'
import { lazyPart, preload } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toasts.ts'
import { Banner } from '../../ui/layout/banner.tsx'

type DialogProps = { onConfirmed: () => void; onClose: () => void }

const PasswordDialog = lazyPart<DialogProps>(
  async () => (await import('../../session/password-dialog.tsx')).PasswordDialog,
  DialogUnavailable,
)

/** The dialog failed to load. */
function DialogUnavailable({ onClose }: DialogProps) {
  useEffect(() => {
    showToast("The form couldn't be loaded. Check your internet connection, then try again.")
    onClose()
  }, [onClose])
  return null
}

/** Tells a new admin how the session that they have becomes an admin's. */
export function NewAdminBanner() {
  const client = useQueryClient()
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => void preload(PasswordDialog), [])
  const become = async () => {
    setAsking(false)
    // The focused button is about to disappear.
    document.getElementById('main')?.focus({ preventScroll: true })
    await refreshSession(client)
    showToast('Password confirmed.')
  }
  return (
    <Banner
      title="You are an admin now"
      tone="warning"
      action={<Button onClick={() => setAsking(true)}>Enter your password</Button>}
    >
      <p>
        To open the admin area here, enter your password once. Until then you can do what every member can.
      </p>
      <Suspense>
        {isAsking && session.kind === 'known' && (
          <ActorContext value={session.user}>
            <PasswordDialog onConfirmed={() => void become()} onClose={() => setAsking(false)} />
          </ActorContext>
        )}
      </Suspense>
    </Banner>
  )
}
