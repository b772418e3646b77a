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
import { useSteadyList } from '../../lists/use-records.ts'
import { Link } from '../../ui/controls/link.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { DayField, isDay } from '../listing/day-field.tsx'
import { csvExport } from '../listing/export/use-export.ts'
import { RecordListing } from '../listing/record-listing.tsx'
import { useListing } from '../listing/use-listing.ts'
import { AUDIT_COLUMNS } from './audit-columns.tsx'

const ACTION_LABELS = Object.fromEntries(
  Object.entries(AUDIT_ACTIONS).map(([action, { label }]) => [action, label]),
) as Record<AuditAction, string>

const FILTERS = {
  action: { label: 'Action', options: ACTION_LABELS },
  type: { label: 'Record', options: AUDIT_RECORD_LABELS },
} as const

const isId = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Filters that are no selects: days have fields of their own, ids come from links. */
const OTHER_FILTERS = { from: isDay, to: isDay, actor: isId, record: isId }

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
    .find(({ actor, record }) => (chosen.record ? record?.id === chosen.record : actor.id === chosen.actor))
  return (
    <>
      {(chosen.actor || chosen.record) && (
        <p>
          <span>
            {match ? describeSubject(match, { isAboutRecord: Boolean(chosen.record) }) : 'Some entries only.'}
          </span>{' '}
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

function describeSubject({ actor, record }: AuditEntry, { isAboutRecord }: { isAboutRecord: boolean }) {
  if (isAboutRecord) return `Only entries about ${record?.name ?? 'a record that was deleted'}.`
  return `Only what ${actor.name ?? actor.email ?? 'somebody who erased their account'} did.`
}
