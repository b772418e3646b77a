import { memo, type Ref } from 'react'
import styles from './data-table.module.css'
import { type Column, TABLE_ROLES } from './table-parts.ts'

type Props<T> = {
  record: T
  index: number
  columns: readonly Column<T>[]
  rowRef: Ref<HTMLTableRowElement>
}

function Row<T>({ record, index, columns, rowRef }: Props<T>) {
  const [first, ...others] = columns
  return (
    <tr
      {...TABLE_ROLES.row}
      ref={rowRef}
      className={styles.row}
      // The table's own header is the first row.
      aria-rowindex={index + 2}
      data-index={index}
      // Shortcuts bring the focus here; by Tab one goes through what a row holds.
      tabIndex={-1}
    >
      <th {...TABLE_ROLES.rowHeader} scope="row" className={styles['row-header']}>
        {first?.cell(record)}
      </th>
      {others.map(({ heading, isWide, cell }) => (
        <td
          {...TABLE_ROLES.cell}
          key={heading}
          className={styles.cell}
          data-heading={heading}
          data-wide={isWide || undefined}
        >
          {cell(record)}
        </td>
      ))}
    </tr>
  )
}

/** One record of a table; rendered again only when the record itself changes. */
export const DataTableRow = memo(Row) as typeof Row
