import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useRef } from 'react'
import { Button, type ButtonVariant } from '../controls/button.tsx'
import styles from './confirm-dialog.module.css'

type Props = {
  isOpen: boolean
  /** The question: "Delete this blood request?" */
  title: string
  /** What happens on confirmation. */
  children: ReactNode
  /** Label of the confirming button, which names the act: "Delete this request". */
  confirm: string
  /** Label of the button that changes nothing; it gets the focus first. */
  keep?: string
  /** Look of the confirming button: `primary` where nothing is lost. */
  variant?: ButtonVariant
  isBusy?: boolean
  onConfirm: () => void
  /** Where the focus goes afterwards, if not back to where it was; `false` leaves it where it is. */
  focusAfter?: (() => HTMLElement | false | null | undefined) | undefined
  /**
   * On cancelling or Escape. The page behind is hidden while the dialog is open: show errors inside, or after closing it.
   */
  onClose: () => void
}

/** Asks before an action with consequences (role alertdialog). The focus returns to where it was. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirm,
  keep = 'Keep it',
  variant = 'danger',
  isBusy = false,
  ...on
}: Props) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  return (
    // The content security policy allows no inline style elements (TRUST 21).
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open={isOpen} onOpenChange={opens => !opens && on.onClose()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={styles.backdrop} />
          <AlertDialog.Popup
            className={styles.popup}
            initialFocus={cancelButton}
            finalFocus={() => on.focusAfter?.() ?? true}
          >
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles.text} render={<div />}>
              {children}
            </AlertDialog.Description>
            <div className={styles.actions}>
              <Button ref={cancelButton} onClick={on.onClose}>
                {keep}
              </Button>
              <Button variant={variant} isBusy={isBusy} onClick={on.onConfirm}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  )
}
