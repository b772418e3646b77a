import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './toaster.module.css'
import { dismissToast, useToast } from './toasts.ts'

/** How long a toast stays, counted anew when the pointer or the focus has left it. */
export const TOAST_MS = 8_000

/** What a screen reader needs to know of a region before it hears of a change in it. */
const REGION_KNOWN_MS = 100

/** Stands once around all pages, so that what is said there is announced (role status) and outlives each of them. */
export function Toaster() {
  const toast = useToast()
  const [isKnown, setIsKnown] = useState(toast === null)
  const [isHeld, setIsHeld] = useState(false)
  const cameFrom = useRef<Element | null>(null)

  // This part is loaded late: what was said before it came waits a moment.
  useEffect(() => {
    const timer = setTimeout(setIsKnown, REGION_KNOWN_MS, true)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!toast || isHeld) return
    const timer = setTimeout(dismissToast, TOAST_MS)
    return () => clearTimeout(timer)
  }, [toast, isHeld])

  function hold({ relatedTarget }: FocusEvent) {
    cameFrom.current = relatedTarget
    setIsHeld(true)
  }

  function dismiss() {
    dismissToast()
    setIsHeld(false)
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is only kept from passing while somebody reads it
    <div
      className={styles.toaster}
      data-shown={toast !== null || undefined}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={hold}
      onBlur={() => setIsHeld(false)}
    >
      {/* There before it has words, as only what changes within is announced. */}
      <div role="status">{isKnown && toast && <p key={toast.number}>{toast.text}</p>}</div>
      {toast && (
        <Button variant="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      )}
    </div>
  )
}
