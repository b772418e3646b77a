import { memo, type Ref } from 'react'
import { TABLE_ROLES } from '../../../ui/records/table-roles.ts'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'

type Props<T> = {
  record: T
  index: number
  columns: readonly Column<T>[]
  rowRef: Ref<HTMLTableRowElement>
  /** Whether it has left the list while it was shown. */
  isGone: boolean
}

function Row<T>({ record, index, columns, rowRef, isGone }: Props<T>) {
  const [first, ...others] = columns
  return (
    <tr
      {...TABLE_ROLES.row}
      ref={rowRef}
      className={styles.row}
      // The header is row 1.
      aria-rowindex={index + 2}
      data-index={index}
      // Shortcuts focus the row; Tab moves through its controls.
      tabIndex={-1}
    >
      <th {...TABLE_ROLES.rowHeader} scope="row" className={styles['row-header']}>
        {first?.cell(record)}
        {isGone && <small className={styles.gone}>No longer in this list</small>}
      </th>
      {others.map(({ heading, isWide, isTableOnly, cell }) => (
        <td
          {...TABLE_ROLES.cell}
          key={heading}
          className={styles.cell}
          data-heading={heading}
          data-wide={isWide || undefined}
          data-table-only={isTableOnly || undefined}
        >
          {cell(record)}
        </td>
      ))}
    </tr>
  )
}

/** One record of a table, re-rendered only when the record changes. */
export const DataTableRow = memo(Row) as typeof Row
