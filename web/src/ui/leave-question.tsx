import { ConfirmDialog } from './confirm-dialog.tsx'
import { useLeaving } from './use-leaving.ts'

export type LeaveProps = {
  /** Whether leaving would lose something now. */
  isUnsaved: boolean
  /** Before the person leaves: what is not wanted any more is not kept either. */
  onLeave?: () => void
}

/** Asks before a link, the Back button, a reload or the end of the tab takes away what was typed. */
export function LeaveQuestion({ isUnsaved, onLeave }: LeaveProps) {
  const { isAsking, isLeaving, stay, leave } = useLeaving(isUnsaved)
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
      // The page that is left for puts it on its heading.
      focusAfter={() => !isLeaving() && null}
    >
      <p>What you typed here is not saved. If you leave, it is lost.</p>
    </ConfirmDialog>
  )
}
