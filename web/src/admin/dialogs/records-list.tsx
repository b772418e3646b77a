import { Fragment, type ReactNode, useRef } from 'react'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { LoadMore } from '../../lists/load-more.tsx'
import type { useRecords } from '../../lists/use-records.ts'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import styles from './records-list.module.css'

type Props<T> = {
  /** What the records are, for screen readers. */
  label: string
  list: ReturnType<typeof useRecords<T>>
  /** The message of records that failed to load without a reason from the server. */
  failed: string
  /** Shown instead of an empty list. */
  none: string
  /** Renders a record. Call `onChanged` after each change: the focused button may be gone. */
  renderRecord: (record: T, onChanged: () => void) => ReactNode
}

/** The records that belong to one of a listing, each usually a `<DialogRecord>`. */
export function RecordsList<T extends { id: string }>({ label, list, failed, none, renderRecord }: Props<T>) {
  const element = useRef<HTMLUListElement>(null)
  /** The focused button may be gone. Somebody who has gone on to something else stays there. */
  const focusAfterChange = (at: number) => {
    if (isFocusLost() || element.current?.children[at]?.contains(document.activeElement))
      element.current?.focus()
  }
  const records = list.data?.pages.flat()
  return (
    <>
      {list.isPending && <LineSkeleton />}
      <FetchFailure query={list} failed={failed} />
      {records?.length === 0 && <p>{none}</p>}
      {records && records.length > 0 && (
        <ul className={styles.list} ref={element} tabIndex={-1} aria-label={label}>
          {records.map((record, at) => (
            <Fragment key={record.id}>{renderRecord(record, () => focusAfterChange(at))}</Fragment>
          ))}
        </ul>
      )}
      <LoadMore pages={list} failed={failed} />
    </>
  )
}
