import type { ReactNode } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Changes } from './use-changes.ts'

/**
 * What became of the last change of a record, unless the record may be gone. Null is the same at each rendering, so that
 * memoised records without an outcome are not rendered again.
 */
export function outcomeNoticeOf<T extends { id: string }>(
  changes: Pick<Changes<T, never>, 'outcomes' | 'dismiss'>,
  id: string,
): ReactNode {
  const outcome = changes.outcomes.find(({ record, mayBeGone }) => record.id === id && !mayBeGone)
  if (!outcome) return null
  return (
    <Notice kind={outcome.kind} onDismiss={() => changes.dismiss(outcome)}>
      <p>{outcome.message}</p>
    </Notice>
  )
}
