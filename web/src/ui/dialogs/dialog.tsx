import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './confirm-dialog.module.css'

type Props = {
  title: string
  /** For actions with consequences (role alertdialog): a click outside doesn't close it. */
  isAlert?: boolean
  /** On Escape, or a click outside unless it is an alert. The page behind is hidden while it is open: show errors inside. */
  onClose: () => void
  /** Where the focus goes afterwards, if not back to where it was. */
  focusAfter?: () => HTMLElement | null | undefined
  children: ReactNode
}

/** A modal dialog, open while it is rendered (role dialog). The focus returns to where it was. */
export function Dialog({ title, isAlert = false, onClose, focusAfter, children }: Props) {
  const Parts = isAlert ? AlertDialog : BaseDialog
  return (
    // The content security policy allows no inline style elements (TRUST 21).
    <CSPProvider disableStyleElements>
      <Parts.Root open onOpenChange={opens => !opens && onClose()}>
        <Parts.Portal>
          <Parts.Backdrop className={styles.backdrop} />
          <Parts.Popup className={styles.popup} finalFocus={() => focusAfter?.() ?? true}>
            <Parts.Title className={styles.title}>{title}</Parts.Title>
            {children}
          </Parts.Popup>
        </Parts.Portal>
      </Parts.Root>
    </CSPProvider>
  )
}
