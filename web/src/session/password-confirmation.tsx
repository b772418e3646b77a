import { Suspense, useEffect, useRef, useState } from 'react'
import { hostPasswordConfirmation } from '../api/password-confirmation.ts'
import { lazyPart } from '../ui/browser/lazy-page.tsx'

type Props = { onGiven: () => void; onClose: () => void }

/** Loaded when it is first needed: dialogs are heavy. */
const PasswordDialog = lazyPart<Props>(
  async () => (await import('./password-dialog.tsx')).PasswordDialog,
  CannotAsk,
)

/** Its script did not come: the call fails as it would without a question. */
function CannotAsk({ onClose }: Props) {
  useEffect(onClose, [onClose])
  return null
}

/**
 * Asks for the password when a call of the part of the page that this stands in needs it. A dialog that makes such calls
 * has one of its own inside: a dialog beside it would close it.
 */
export function PasswordConfirmation() {
  const [isAsking, setIsAsking] = useState(false)
  const answer = useRef<(isGiven: boolean) => void>(undefined)

  function settle(isGiven: boolean) {
    setIsAsking(false)
    answer.current?.(isGiven)
  }

  useEffect(() => {
    const stopHosting = hostPasswordConfirmation(
      () =>
        new Promise(resolve => {
          answer.current = resolve
          setIsAsking(true)
        }),
    )
    return () => {
      stopHosting()
      answer.current?.(false)
    }
  }, [])

  return (
    <Suspense>
      {isAsking && <PasswordDialog onGiven={() => settle(true)} onClose={() => settle(false)} />}
    </Suspense>
  )
}
