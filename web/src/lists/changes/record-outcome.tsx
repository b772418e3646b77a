import { Notice } from '../../ui/feedback/notice.tsx'
import type { Changes } from './use-changes.ts'

type Props<T extends { id: string }> = {
  changes: Pick<Changes<T, never>, 'outcomes' | 'dismiss'>
  id: string
}

/** What became of the last change of a record, unless the record may be gone. */
export function RecordOutcome<T extends { id: string }>({ changes, id }: Props<T>) {
  const outcome = changes.outcomes.find(({ record, mayBeGone }) => record.id === id && !mayBeGone)
  if (!outcome) return null
  return (
    <Notice kind={outcome.kind} onDismiss={() => changes.dismiss(outcome)}>
      <p>{outcome.message}</p>
    </Notice>
  )
}
