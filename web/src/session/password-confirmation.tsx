import { Suspense, useEffect } from 'react'
import { registerPasswordPrompt } from '../api/recent-password.ts'
import { lazyPart } from '../ui/browser/lazy-page.tsx'
import { useConfirmation } from '../ui/dialogs/use-confirmation.ts'

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
  const { isOpen, ask, confirm, cancel, close } = useConfirmation()
  useEffect(() => registerPasswordPrompt(ask), [ask])
  const accept = () => {
    confirm()
    close()
  }
  return <Suspense>{isOpen && <PasswordDialog onConfirmed={accept} onClose={cancel} />}</Suspense>
}
