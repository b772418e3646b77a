import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'

export type LeaveQuestionProps = {
  isOpen: boolean
  title: string
  /** What follows from leaving. */
  consequence: string
  onLeave: () => void
  onStay: () => void
  focusAfter: () => HTMLElement | false | null
}

/** The question of `LeaveGuard`, which loads it. */
export const LeaveQuestion = ({ isOpen, title, consequence, ...on }: LeaveQuestionProps) => (
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
