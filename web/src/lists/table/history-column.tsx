import { Link } from '../../ui/controls/link.tsx'
import type { Column } from './columns.ts'
import styles from './history-column.module.css'

/** A link from each row to what the audit log says about its record. `nameId` is the element that names the row. */
export const historyColumn = <T extends { id: string }>(
  nameId: (record: T) => string,
): Omit<Column<T>, 'sort'> => ({
  heading: 'History',
  width: 7,
  cell: record => (
    <Link
      className={styles.link}
      to={`/admin/audit-log?record=${record.id}`}
      aria-describedby={nameId(record)}
    >
      Audit log
    </Link>
  ),
})
