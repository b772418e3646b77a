import { describeAuditEntry } from '@blood-bank/contract/audit/describe-entry'
import { listAuditEntries } from '@blood-bank/contract/audit/endpoints'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { Moment } from '../../api/moment.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import { SheetSection } from '../listing/sheet/sheet-section.tsx'
import styles from './record-history.module.css'

/** The others are in the log. */
const SHOWN = 5

/** What admins did with a record, the latest first. */
export function RecordHistory({ id }: { id: string }) {
  const entries = useQuery({
    queryKey: ['audit-log', 'record', id],
    meta: { live: ['admin-audit-log'] },
    queryFn: ({ signal }) => call(listAuditEntries, { query: { record: id, limit: SHOWN } }, { signal }),
  })
  const { records = [], total = 0 } = entries.data ?? {}
  return (
    <SheetSection title="Audit log">
      {entries.isPending && <LineSkeleton />}
      <FetchFailure query={entries} failed="Failed to fetch the audit log." />
      {entries.data && records.length === 0 && <p>No admin has changed anything.</p>}
      {records.length > 0 && (
        <ul className={styles.entries}>
          {records.map(entry => (
            <li key={entry.id}>
              <span>{describeAuditEntry(entry)}</span>
              <SmallPrint>
                <Moment at={entry.at} />
              </SmallPrint>
            </li>
          ))}
        </ul>
      )}
      {(total ?? 0) > SHOWN && <Link to={`/admin/audit-log?record=${id}`}>All entries</Link>}
    </SheetSection>
  )
}
