import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import styles from './confirm-dialog.module.css'

type Props = {
  title: string
  /** Escape, or a press beside it. While it is open the page behind is hidden: show failures within. */
  onClose: () => void
  children: ReactNode
}

/** A small form above the page for as long as it is rendered (role dialog); the focus returns to where it was. */
export const Dialog = ({ title, onClose, children }: Props) => (
  // Our policy allows no inline style element (TRUST 21), and the library must not try.
  <CSPProvider disableStyleElements>
    <BaseDialog.Root open onOpenChange={opens => !opens && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.popup}>
          <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  </CSPProvider>
)
