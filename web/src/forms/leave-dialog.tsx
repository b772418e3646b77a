import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'

export type LeaveDialogProps = {
  isOpen: boolean
  title: string
  /** What happens on leaving. */
  consequence: string
  onLeave: () => void
  onStay: () => void
  focusAfter: () => HTMLElement | false | null
}

/** The dialog of `LeaveGuard`, loaded on demand. */
export const LeaveDialog = ({ isOpen, title, consequence, ...on }: LeaveDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    title={title}
    confirm="Leave"
    keep="Stay"
    onConfirm={on.onLeave}
    onClose={on.onStay}
    focusAfter={on.focusAfter}
  >
    <p>{consequence}</p>
  </ConfirmDialog>
)
