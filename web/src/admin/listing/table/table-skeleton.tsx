import { BadgeSkeleton, ButtonSkeleton, Line, Skeleton } from '../../../ui/records/skeleton.tsx'
import { type Column, ColumnWidths } from './columns.tsx'
import styles from './data-table.module.css'
import head from './table-head.module.css'

/** As many rows as a large window shows. */
const ROWS = [...Array(16).keys()]

const SHAPES = {
  line: <Line width={5} />,
  lines: [<Line key="name" width={8} />, <Line key="more" width={12} />],
  badge: <BadgeSkeleton />,
  button: <ButtonSkeleton />,
}

/** Placeholder of a table while it loads: its headings above grey shapes in the same layout. */
export function TableSkeleton({ columns }: { columns: readonly Column<never>[] }) {
  const [first, ...others] = columns
  return (
    <Skeleton className={styles.loading}>
      <table className={styles.table}>
        <ColumnWidths columns={columns} />
        <thead className={head.head}>
          <tr>
            {columns.map(({ heading, sort }) => (
              <th key={heading} className={head.heading}>
                {sort ? <span className={head.sort}>{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(row => (
            <tr key={row} className={styles.row}>
              <th className={styles['row-header']}>{SHAPES[first?.shape ?? 'line']}</th>
              {others.map(({ heading, place, shape = 'line' }) => (
                <td key={heading} className={styles.cell} data-heading={heading} data-place={place}>
                  {SHAPES[shape]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Skeleton>
  )
}
