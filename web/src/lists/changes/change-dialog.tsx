import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import type { Changes } from './use-changes.ts'

/** Asks for confirmation of a change (`useChanges`). */
export function ChangeDialog({ changes }: { changes: Changes }) {
  if (!changes.asked) return null
  const { question, consequence, yes } = changes.asked
  return (
    <ConfirmDialog
      isOpen={changes.isAsking}
      title={question}
      confirm={yes}
      keep="Cancel"
      onConfirm={changes.confirm}
      onClose={changes.cancel}
      focusAfter={changes.focusAfter}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  )
}
