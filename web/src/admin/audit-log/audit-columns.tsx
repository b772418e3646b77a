import { describeAuditEntry, describeAuditValues } from '@blood-bank/contract/audit/describe-entry'
import type { AUDIT_SORTS, AuditEntry } from '@blood-bank/contract/audit/endpoints'
import { site } from '../../api/site.ts'
import { Link } from '../../ui/controls/link.tsx'
import { formatExactMoment } from '../../ui/records/dates.ts'
import type { Column } from '../listing/table/columns.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import styles from './audit-columns.module.css'

type AuditColumn = Column<AuditEntry> & { sort?: (typeof AUDIT_SORTS)[number] }

const idOf = ({ id }: AuditEntry) => `entry-${id}`

export const AUDIT_COLUMNS: AuditColumn[] = [
  {
    heading: 'What happened',
    width: 20.5,
    cell: entry => <NameCell id={idOf(entry)} name={describeAuditEntry(entry)} />,
  },
  {
    heading: 'Time',
    width: 8.5,
    place: 'line',
    sort: 'at',
    cell: ({ at }) => <time dateTime={at}>{formatExactMoment(at, site.timeZone)}</time>,
  },
  { heading: 'Change', width: 11, cell: describeChange },
  {
    heading: 'Note',
    width: 10,
    cell: ({ note }) => note,
  },
  {
    heading: 'Show only',
    width: 12.25,
    cell: entry => (
      <div className={styles.links}>
        <Link className={styles.link} to={`?actor=${entry.actor.id}`} aria-describedby={idOf(entry)}>
          This admin
        </Link>
        {entry.record && (
          <Link className={styles.link} to={`?record=${entry.record.id}`} aria-describedby={idOf(entry)}>
            This record
          </Link>
        )}
      </div>
    ),
  },
]

function describeChange({ before, after }: AuditEntry) {
  const [from, to] = [describeAuditValues(before), describeAuditValues(after)]
  if (from !== null && to !== null) return `${from} → ${to}`
  return to ?? (from === null ? null : `${from} → deleted`)
}
