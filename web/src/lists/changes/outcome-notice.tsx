import { Fragment, type ReactNode } from 'react'
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

/** The same for records that have left the list: below it, so that no record moves. */
export const outcomeNoticesWithout = <T extends { id: string }>(
  changes: Pick<Changes<T, never>, 'outcomes' | 'dismiss'>,
  listed: readonly T[],
): ReactNode =>
  changes.outcomes
    .filter(({ record }) => !listed.some(({ id }) => id === record.id))
    .map(({ record }) => <Fragment key={record.id}>{outcomeNoticeOf(changes, record.id)}</Fragment>)
