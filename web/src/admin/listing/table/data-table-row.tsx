import { memo, type ReactNode, type Ref, useId } from 'react'
import { TABLE_ROLES } from '../../../ui/records/table-roles.ts'
import type { Column } from './columns.tsx'
import styles from './data-table.module.css'
import { TruncatedText } from './truncated-text.tsx'

type Props<T> = {
  record: T
  index: number
  columns: readonly Column<T>[]
  rowRef: Ref<HTMLTableRowElement>
  /** Whether it has left the list while it was shown. */
  isGone: boolean
  /** Whether its sheet is open. */
  isOpen: boolean
}

function Row<T>({ record, index, columns, rowRef, isGone, isOpen }: Props<T>) {
  const [first, ...others] = columns
  const id = useId()
  return (
    <tr
      {...TABLE_ROLES.row}
      ref={rowRef}
      className={styles.row}
      // The header is row 1.
      aria-rowindex={index + 2}
      data-index={index}
      data-gone={isGone || undefined}
      data-open={isOpen || undefined}
      // Shortcuts focus the row; Tab moves through its controls.
      tabIndex={-1}
    >
      <th {...TABLE_ROLES.rowHeader} scope="row" className={styles['row-header']}>
        <div id={id}>{first?.cell(record)}</div>
        {isGone && <small className={styles.gone}>No longer in this list</small>}
        {/* The table opens the row: a press anywhere on it does. */}
        <button
          type="button"
          className={styles.toggle}
          aria-label="Details"
          data-opens
          aria-expanded={isOpen}
          aria-describedby={id}
        />
      </th>
      {others.map(({ heading, place, cell }) => (
        <td
          {...TABLE_ROLES.cell}
          key={heading}
          className={styles.cell}
          data-heading={heading}
          data-place={place}
        >
          <Content>{cell(record)}</Content>
        </td>
      ))}
    </tr>
  )
}

const Content = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <TruncatedText text={children} /> : children

/** One record of a table, re-rendered only when the record changes. */
export const DataTableRow = memo(Row) as typeof Row
