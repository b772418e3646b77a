import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './confirm-dialog.module.css'

type Props = {
  title: string
  /** For something that has consequences (role alertdialog): a press beside it does not close it. */
  isAlert?: boolean
  /** Escape, or a press beside it unless it is an alert. While it is open the page behind is hidden: show failures within. */
  onClose: () => void
  children: ReactNode
}

/** A small form above the page for as long as it is rendered (role dialog); the focus returns to where it was. */
export function Dialog({ title, isAlert = false, onClose, children }: Props) {
  const Parts = isAlert ? AlertDialog : BaseDialog
  return (
    // Our policy allows no inline style element (TRUST 21), and the library must not try.
    <CSPProvider disableStyleElements>
      <Parts.Root open onOpenChange={opens => !opens && onClose()}>
        <Parts.Portal>
          <Parts.Backdrop className={styles.backdrop} />
          <Parts.Popup className={styles.popup}>
            <Parts.Title className={styles.title}>{title}</Parts.Title>
            {children}
          </Parts.Popup>
        </Parts.Portal>
      </Parts.Root>
    </CSPProvider>
  )
}
