import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Facts } from '../../../ui/records/facts.tsx'
import { useShortcuts } from '../../frame/use-shortcuts.ts'
import type { Column } from '../table/columns.tsx'
import { breakable } from '../table/name-cell.tsx'
import styles from './record-sheet.module.css'

type Props<T> = {
  title: string
  record: T
  columns: readonly Column<T>[]
  /** Beside the table; otherwise it is a dialog. */
  isBeside: boolean
  /** Whether it takes the focus. */
  takesFocus: boolean
  onClose: () => void
  /** What is loaded about the record, at the end, where it moves nothing. */
  children: ReactNode
}

/** What a row has no room for: the actions of its record, all facts, and what happened to it. */
export function RecordSheet<T extends { id: string }>(props: Props<T>) {
  const { title, record, columns, isBeside, onClose, children } = props
  const content = (
    <>
      {columns
        .filter(({ place }) => place === 'actions')
        .map(({ heading, cell }) => (
          <Fragment key={heading}>{cell(record)}</Fragment>
        ))}
      <div className={styles.facts}>
        <Facts
          facts={Object.fromEntries(columns.slice(1).map(column => [column.heading, factOf(column, record)]))}
        />
      </div>
      {children}
    </>
  )
  return isBeside ? (
    <Aside {...props}>{content}</Aside>
  ) : (
    <Dialog title={title} hasCloseButton onClose={onClose}>
      {content}
    </Dialog>
  )
}

function factOf<T>({ place, cell, isEmpty }: Column<T>, record: T) {
  if (place === 'actions' || isEmpty?.(record)) return null
  const fact = cell(record) || null
  return typeof fact === 'string' ? breakable(fact) : fact
}

type AsideProps = Pick<Props<{ id: string }>, 'title' | 'record' | 'takesFocus' | 'onClose' | 'children'>

function Aside({ title, record, takesFocus, onClose, children }: AsideProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is opened by another press
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus, record.id])
  useShortcuts({ Escape: onClose })
  return (
    <aside className={styles.sheet} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {breakable(title)}
        </h2>
        <IconButton icon="close" label="Close" variant="quiet" onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
