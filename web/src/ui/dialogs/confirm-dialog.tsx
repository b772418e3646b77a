import { type ReactNode, useId } from 'react'
import { Button, type ButtonVariant } from '../controls/button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'

type Props = {
  isOpen?: boolean
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
  /** Where the focus goes afterwards, if not back to where it was. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined
  /**
   * On cancelling or Escape. The page behind is hidden while the dialog is open: show errors inside, or after closing it.
   */
  onClose: () => void
}

/** Asks before an action with consequences (role alertdialog). The focus returns to where it was. */
export function ConfirmDialog({
  isOpen = true,
  title,
  children,
  confirm,
  keep = 'Keep it',
  variant = 'danger',
  isBusy = false,
  ...on
}: Props) {
  const textId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      isAlert
      title={title}
      describedBy={textId}
      onClose={on.onClose}
      focusAfter={on.focusAfter}
    >
      <div id={textId} className={styles.text}>
        {children}
      </div>
      <div className={styles.actions}>
        <Button variant={variant} isBusy={isBusy} onClick={on.onConfirm}>
          {confirm}
        </Button>
        <Button autoFocus onClick={on.onClose}>
          {keep}
        </Button>
      </div>
    </Dialog>
  )
}
