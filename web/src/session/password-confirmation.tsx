import { useEffect, useRef, useState } from 'react'
import { registerPasswordPrompt } from '../api/recent-password.ts'
import { PasswordDialog } from './password-dialog.tsx'

/**
 * Asks for the password when a call needs a recent one, above any other dialog. Place it in the part of the page that makes
 * such calls.
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

  return isAsking && <PasswordDialog onConfirmed={() => settle(true)} onClose={() => settle(false)} />
}
