import { Suspense, useEffect, useRef, useState } from 'react'
import { registerPasswordPrompt } from '../api/recent-password.ts'
import { lazyPart } from '../ui/browser/lazy-page.tsx'

type Props = { onConfirmed: () => void; onClose: () => void }

/** Loaded on demand: with its form, two admin pages would exceed their budget. */
const PasswordDialog = lazyPart<Props>(
  async () => (await import('./password-dialog.tsx')).PasswordDialog,
  PromptUnavailable,
)

/** The dialog failed to load: the call fails as it would without a prompt. */
function PromptUnavailable({ onClose }: Props) {
  useEffect(onClose, [onClose])
  return null
}

/**
 * Asks for the password when a call needs a recent one. Place it in the part of the page that makes such calls. A dialog
 * that makes them contains its own, which is there before that of the admin area is loaded.
 */
export function PasswordConfirmation() {
  const [isAsking, setIsAsking] = useState(false)
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)

  function settle(isConfirmed: boolean) {
    setIsAsking(false)
    answer.current?.(isConfirmed)
  }

  useEffect(() => {
    const unregister = registerPasswordPrompt(
      () =>
        new Promise(resolve => {
          answer.current = resolve
          setIsAsking(true)
        }),
    )
    return () => {
      unregister()
      answer.current?.(false)
    }
  }, [])

  return (
    <Suspense>
      {isAsking && <PasswordDialog onConfirmed={() => settle(true)} onClose={() => settle(false)} />}
    </Suspense>
  )
}
