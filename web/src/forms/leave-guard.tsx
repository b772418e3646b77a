import { useIsOnline } from '../api/connection-check.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useLeaveBlocker } from './use-leave-blocker.ts'

type Props = {
  /** Whether leaving now would lose input. */
  isUnsaved: boolean
  /** Called before the person leaves, to discard the draft. */
  onLeave?: () => void
  /** Whether the form keeps what was typed without a connection, and sends what was submitted. */
  keepsOffline?: boolean
}

/**
 * Asks before a link, the Back button, a reload or closing the tab discards unsaved input. Without a connection a form may
 * keep it for the other pages of the tab.
 */
export function LeaveGuard({ isUnsaved, onLeave, keepsOffline = false }: Props) {
  const isOnline = useIsOnline()
  const { isAsking, stay, leave } = useLeaveBlocker(isUnsaved, { isKeptInTab: keepsOffline && !isOnline })
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
