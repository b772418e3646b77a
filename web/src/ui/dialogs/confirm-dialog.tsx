import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './confirm-dialog.module.css'

type Props = {
  isOpen: boolean
  /** The question: "Delete this blood request?" */
  title: string
  /** What follows from a yes. */
  children: ReactNode
  /** The button that does it, named unlike the button that asked: "Yes, delete". */
  confirm: string
  /** The button that leaves all as it is; it has the focus at first. */
  keep?: string
  isBusy?: boolean
  onConfirm: () => void
  /** Where the focus goes afterwards, when it is not where it was; `false` leaves it where it is then. */
  focusAfter?: (() => HTMLElement | false | null | undefined) | undefined
  /** The safe button or Escape. While it is open the page behind is hidden: show failures after closing. */
  onClose: () => void
}

/** Asks before something that cannot be undone (role alertdialog); the focus returns to where it was. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirm,
  keep = 'Keep it',
  isBusy = false,
  ...on
}: Props) {
  const safeButton = useRef<HTMLButtonElement>(null)
  return (
    // Our policy allows no inline style element (TRUST 21), and the library must not try.
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open={isOpen} onOpenChange={opens => !opens && on.onClose()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={styles.backdrop} />
          <AlertDialog.Popup
            className={styles.popup}
            initialFocus={safeButton}
            finalFocus={() => on.focusAfter?.() ?? true}
          >
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles.text} render={<div />}>
              {children}
            </AlertDialog.Description>
            <div className={styles.actions}>
              <Button ref={safeButton} onClick={on.onClose}>
                {keep}
              </Button>
              <Button variant="danger" isBusy={isBusy} onClick={on.onConfirm}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  )
}
