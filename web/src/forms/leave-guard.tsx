import { useIsOnline } from '../api/connection-check.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useLeaveBlocker } from './use-leave-blocker.ts'

type Props = {
  /** Whether leaving now would lose input. */
  isUnsaved: boolean
  /** Called before the person leaves, to discard the draft. */
  onLeave?: () => void
  /** For a form that waits for the connection: what the page then says in place of that, and what keeps the draft. */
  whileOffline?: { stay: string; keepDraft: () => void }
}

/** Asks before a link, the Back button, a reload or closing the tab discards unsaved input. */
export function LeaveGuard({ isUnsaved, onLeave, whileOffline }: Props) {
  const { isAsking, stay, leave } = useLeaveBlocker(isUnsaved)
  const isOnline = useIsOnline()
  if (whileOffline && !isOnline)
    return (
      <ConfirmDialog
        isOpen={isAsking}
        title="You're offline"
        confirm="Leave"
        keep="Stay"
        onConfirm={() => {
          whileOffline.keepDraft()
          leave()
        }}
        onClose={stay}
      >
        <p>{whileOffline.stay}</p>
        <p>If you leave, it isn't sent, but what you typed is kept in this tab for a day.</p>
      </ConfirmDialog>
    )
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
