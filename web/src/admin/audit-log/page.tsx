import { describeAuditEntry, describeAuditValues } from '@blood-bank/contract/audit/describe-entry'
import {
  AUDIT_ACTIONS,
  AUDIT_RECORD_LABELS,
  AUDIT_SORTS,
  type AuditAction,
  type AuditEntry,
  type AuditListing as AuditQuery,
  exportAuditEntries,
  listAuditEntries,
} from '@blood-bank/contract/audit/endpoints'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { site } from '../../api/site.ts'
import { useSteadyList } from '../../lists/use-records.ts'
import { Link } from '../../ui/controls/link.tsx'
import { formatExactTime, formatMoment } from '../../ui/records/dates.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { RecordListing } from '../listing/record-listing.tsx'
import type { Column } from '../listing/table/columns.tsx'
import { NameCell } from '../listing/table/name-cell.tsx'
import { csvExport } from '../listing/use-export.ts'
import { useListing } from '../listing/use-listing.ts'
import { DayField, isDay } from './day-field.tsx'
import styles from './page.module.css'

const ACTION_LABELS = Object.fromEntries(
  Object.entries(AUDIT_ACTIONS).map(([action, { label }]) => [action, label]),
) as Record<AuditAction, string>

const FILTERS = {
  action: { label: 'Action', options: ACTION_LABELS },
  type: { label: 'Record', options: AUDIT_RECORD_LABELS },
} as const

const isId = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Filters that are no selects: days have fields of their own, ids come from links. */
const OTHER_FILTERS = { from: isDay, to: isDay, actor: isId, record: isId, act: isId }

/** The audit log with an admin's filters, page by page. */
const useAuditListing = (query: z.input<typeof AuditQuery>) =>
  useSteadyList({
    live: ['admin-audit-log'],
    queryKey: ['audit-log', query],
    fetchPage: ({ after }, options) => call(listAuditEntries, { query: { ...query, after } }, options),
    keepsPreviousRecords: true,
  })

export const AuditLogPage = () => (
  <AdminPage
    title="Audit Log"
    lead="What admins changed, looked up or exported, the latest first. Nobody can change or delete an entry."
  >
    <AuditListing />
  </AdminPage>
)

/** What admins did, newest first. */
function AuditListing() {
  const listing = useListing({ sorts: AUDIT_SORTS, filters: FILTERS, others: OTHER_FILTERS })
  const { chosen, choose } = listing
  const list = useAuditListing(listing.query)
  // While the entries of a filter are fetched, those of the last one are still there.
  const match = list.data?.pages
    .flat()
    .find(({ actor, record }) =>
      chosen.record ? record?.id === chosen.record : !chosen.actor || actor.id === chosen.actor,
    )
  return (
    <>
      {(chosen.actor || chosen.record || chosen.act) && (
        <p>
          <span>{match ? describeSubject(match, chosen) : 'Some entries only.'}</span>{' '}
          <Link to="/admin/audit-log">Show all entries</Link>
        </p>
      )}
      <RecordListing
        name="Audit log"
        noun={['entry', 'entries']}
        searchLabel="Admin's name or email"
        failed="Failed to fetch the audit log."
        exported={csvExport(exportAuditEntries, { query: listing.query }, 'audit log')}
        none="No admin has changed anything yet."
        columns={AUDIT_COLUMNS}
        titleOf={describeAuditEntry}
        filterFields={
          <>
            <DayField
              name="from"
              label="From"
              day={chosen.from ?? ''}
              onChange={day => choose('from', day)}
            />
            <DayField name="to" label="To" day={chosen.to ?? ''} onChange={day => choose('to', day)} />
          </>
        }
        list={list}
        listing={listing}
      />
    </>
  )
}

function describeSubject({ actor, record }: AuditEntry, chosen: { record?: string; act?: string }) {
  if (chosen.record) return `Only entries about ${record?.name ?? 'a record that was deleted'}.`
  const who = actor.name ?? actor.email ?? 'somebody who erased their account'
  return chosen.act ? `Only what ${who} did in one step.` : `Only what ${who} did.`
}

type AuditColumn = Column<AuditEntry> & { sort?: (typeof AUDIT_SORTS)[number] }

const idOf = ({ id }: AuditEntry) => `entry-${id}`

const AUDIT_COLUMNS: AuditColumn[] = [
  {
    heading: 'What happened',
    width: 26,
    cell: entry => (
      <NameCell id={idOf(entry)} name={describeAuditEntry(entry)} more={entry.note ?? undefined} />
    ),
  },
  {
    heading: 'Time',
    width: 11.5,
    place: 'line',
    sort: 'at',
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at, site.timeZone)}</time>,
  },
  {
    heading: 'To the second',
    width: 11.5,
    place: 'sheet',
    cell: ({ at }) => formatExactTime(at, site.timeZone),
  },
  { heading: 'Change', width: 12, cell: describeChange },
  {
    heading: 'Show only',
    width: 12.25,
    place: 'sheet',
    cell: entry => (
      <div className={styles.links}>
        <Link className={styles.link} to={`?actor=${entry.actor.id}`} aria-describedby={idOf(entry)}>
          This admin
        </Link>
        {entry.record && (
          <Link
            className={styles.link}
            to={entry.records ? `?act=${entry.id}` : `?record=${entry.record.id}`}
            aria-describedby={idOf(entry)}
          >
            {entry.records ? 'Each record' : 'This record'}
          </Link>
        )}
      </div>
    ),
  },
]

/** What the sentence says already. */
const SAID = ['isVerified', 'isProfileActive', 'role', 'textMessages']

function describeChange({ before, after }: AuditEntry) {
  if (SAID.some(name => after && name in after)) return null
  const [from, to] = [describeAuditValues(before), describeAuditValues(after)]
  if (from !== null && to !== null) return `${from} → ${to}`
  return to ?? (from === null ? null : `${from} → deleted`)
}
