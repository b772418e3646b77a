import { useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { counted, type Noun } from '../../ui/records/counts.ts'
import { ScreenReaderStatus } from '../../ui/records/skeleton.tsx'
import styles from './new-records.module.css'

type Props = {
  /** The result of `useSteadyRecords`; a list without `showNew` shows everything at once. */
  list: { data: { waiting?: number } | undefined; showNew?: () => void }
  noun: Noun
}

/**
 * Offers the new records of a list that wait to be shown: "2 new requests". It moves nothing, and nothing stays covered
 * by it. A screen reader hears of them once, however many follow. A press moves the focus to the beginning of the list.
 */
export function NewRecords({ list: { data, showNew }, noun: [one, several] }: Props) {
  const start = useRef<HTMLDivElement>(null)
  const waiting = data?.waiting ?? 0
  function show() {
    showNew?.()
    start.current?.focus()
  }
  return (
    <div className={styles.place} ref={start} tabIndex={-1}>
      <ScreenReaderStatus>{waiting > 0 ? `There are new ${several}.` : ''}</ScreenReaderStatus>
      {waiting > 0 && (
        <div className={styles.bar}>
          <Button variant="primary" onClick={show}>
            {counted(waiting, [`new ${one}`, `new ${several}`])}
          </Button>
        </div>
      )}
    </div>
  )
}
