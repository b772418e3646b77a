import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../controls/button.tsx'
import { useTopDialog } from '../dialogs/top-dialog.ts'
import styles from './toaster.module.css'
import { dismissToast, useToast } from './toasts.ts'

/** How long a toast stays; restarts when the pointer or the focus leaves it. */
export const TOAST_MS = 8_000

/** Time for screen readers to register the live region before it changes. */
const REGION_DELAY_MS = 100

/**
 * Rendered once beside all pages, so that toasts are announced (role status) and survive a change of page; inside an open
 * dialog, as the page behind it is not announced.
 */
export function Toaster() {
  const toast = useToast()
  const topDialog = useTopDialog()
  const [isRegistered, setIsRegistered] = useState(toast === null)
  const [isPaused, setIsPaused] = useState(false)
  const previousFocus = useRef<Element | null>(null)

  // This component loads late: a toast shown before that waits for the region to be registered.
  useEffect(() => {
    const timer = setTimeout(setIsRegistered, REGION_DELAY_MS, true)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!toast || isPaused) return
    const timer = setTimeout(dismissToast, TOAST_MS, toast)
    return () => clearTimeout(timer)
  }, [toast, isPaused])

  function pause({ relatedTarget }: FocusEvent) {
    previousFocus.current = relatedTarget
    setIsPaused(true)
  }

  function dismiss() {
    dismissToast()
    setIsPaused(false)
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
  }

  function undo() {
    dismiss()
    toast?.undo?.()
  }

  const toaster = (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it from disappearing
    <div
      className={styles.toaster}
      data-shown={toast !== null || undefined}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={pause}
      onBlur={() => setIsPaused(false)}
    >
      {/* Rendered before it has text, as screen readers announce only changes inside it. */}
      <div role="status">{isRegistered && toast && <p key={toast.number}>{toast.text}</p>}</div>
      {toast && (
        <div className={styles.actions}>
          {toast.undo && <Button onClick={undo}>Undo</Button>}
          <Button variant="quiet" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      )}
    </div>
  )
  return topDialog ? createPortal(toaster, topDialog) : toaster
}
