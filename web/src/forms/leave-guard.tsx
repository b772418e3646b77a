import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useLeaveBlocker } from './use-leave-blocker.ts'

type Props = {
  /** Whether leaving now would lose input. */
  isUnsaved: boolean
  /** Called before the person leaves, to discard the draft. */
  onLeave?: () => void
}

/** Asks before a link, the Back button, a reload or closing the tab discards unsaved input. */
export function LeaveGuard({ isUnsaved, onLeave }: Props) {
  const { isAsking, stay, leave } = useLeaveBlocker(isUnsaved)
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title="Leave without saving?"
      confirm="Leave"
      keep="Stay"
      onConfirm={() => {
        onLeave?.()
        leave()
      }}
      onClose={stay}
    >
      <p>If you leave now, what you typed here will be lost.</p>
    </ConfirmDialog>
  )
}
