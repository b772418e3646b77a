import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Announcement } from '../../ui/feedback/announcement.tsx'
import type { AskedChange, Changes } from './use-changes.ts'

type Props<T extends { id: string }> = {
  changes: Changes<T, AskedChange<T>>
  /** Where the focus goes after confirming, as the pressed button may be gone. */
  focusAfter: (record: T) => HTMLElement | null
}

/** Asks for confirmation of a change, and announces that it was made. */
export const ChangeDialog = <T extends { id: string }>(props: Props<T>) => (
  <>
    <Announcement>{props.changes.done}</Announcement>
    <Question {...props} />
  </>
)

function Question<T extends { id: string }>({ changes, focusAfter }: Props<T>) {
  const { asked } = changes
  if (!asked) return null
  return (
    <ConfirmDialog
      isOpen={changes.isAsking}
      title={asked.question}
      confirm={asked.yes}
      keep={asked.keep ?? 'Cancel'}
      variant={asked.variant ?? 'danger'}
      onConfirm={() => changes.confirm(asked)}
      onClose={changes.cancel}
      focusAfter={() => (changes.isConfirmed ? focusAfter(asked.record) : null)}
    >
      <p>{asked.consequence}</p>
    </ConfirmDialog>
  )
}
