import {
  BLOOD_REQUEST_SORTS,
  type BloodRequestListing as BloodRequestQuery,
  type BloodRequestRecord,
  exportBloodRequests,
  findBloodRequestReal,
  listBloodRequests,
} from '@blood-bank/contract/blood-requests/administration'
import { STATUS_LABELS, URGENCY_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { useActions } from '../../features/blood-requests/actions/use-actions.ts'
import { ADMIN_LIST, BLOOD_REQUESTS, REQUESTS_FETCH_FAILED } from '../../features/blood-requests/queries.ts'
import { ChangeDialog } from '../../lists/changes/change-dialog.tsx'
import { useOptimisticList } from '../../lists/changes/optimistic-list.ts'
import { type AskedChange, useChanges } from '../../lists/changes/use-changes.ts'
import { useSteadyList } from '../../lists/use-records.ts'
import { refreshRecords } from '../../session/session.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { isFocusLost } from '../../ui/browser/focus.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { RecordListing } from '../listing/record-listing.tsx'
import { csvExport } from '../listing/use-export.ts'
import { useListing } from '../listing/use-listing.ts'
import { bloodRequestColumns } from './blood-request-columns.tsx'

/** Loaded when they are asked for: the table has more urgent parts. */
const ActionDialog = lazyPage(
  () => import('../../features/blood-requests/actions/action-dialog.tsx'),
  'ActionDialog',
)
const RequestDetails = lazyPage(() => import('./request-details.tsx'), 'RequestDetails')

const FILTERS = {
  status: { label: 'Status', options: STATUS_LABELS },
  urgency: { label: 'Urgency', options: URGENCY_LABELS },
  requiredBloodGroup: { label: 'Blood Group', options: BLOOD_GROUPS },
  offers: { label: 'Offers', options: { 'none-for-an-hour': 'No offer for an hour' } },
  alerts: { label: 'Alerts', options: { 'held-back': 'Held back' } },
} as const

/** All requests with an admin's filters and sort order, page by page. */
const useBloodRequestListing = (query: z.input<typeof BloodRequestQuery>) =>
  useSteadyList({
    queryKey: [...ADMIN_LIST, query],
    live: ['admin-blood-requests'],
    fetchPage: ({ after }, options) => call(listBloodRequests, { query: { ...query, after } }, options),
    keepsPreviousRecords: true,
  })

export const ManageRequestsPage = () => (
  <AdminPage title="Manage Requests">
    <BloodRequestListing />
  </AdminPage>
)

/** All requests in every state (spec §2, Manage Requests). */
function BloodRequestListing() {
  const listing = useListing({ sorts: BLOOD_REQUEST_SORTS, filters: FILTERS })
  const list = useOptimisticList<BloodRequestRecord, ReturnType<typeof useBloodRequestListing>>(
    useBloodRequestListing(listing.query),
    BLOOD_REQUESTS,
  )
  const outcomeRef = useRef<HTMLDivElement>(null)
  const actions = useActions({ showsSuccesses: true })
  const { outcomes, asked, ask } = actions
  const finding = useChanges<BloodRequestRecord, AskedChange<BloodRequestRecord>>({
    queryKey: BLOOD_REQUESTS,
    refresh: refreshRecords,
  })
  const { ask: askReal } = finding
  const allOutcomes = [
    ...actions.outcomes.map(outcome => ({ outcome, dismiss: () => actions.dismiss(outcome) })),
    ...finding.outcomes.map(outcome => ({ outcome, dismiss: () => finding.dismiss(outcome) })),
  ]
  const columns = useMemo(
    () =>
      bloodRequestColumns({
        onAction: ask,
        onFindReal: bloodRequest => askReal(findReal(bloodRequest)),
      }),
    [ask, askReal],
  )

  // The pressed button may be gone with its request. Somebody who goes on stays where they are.
  useEffect(() => {
    if (outcomes.some(({ mayBeGone }) => mayBeGone) && isFocusLost())
      outcomeRef.current?.focus({ preventScroll: true })
  }, [outcomes])

  return (
    <>
      <RecordListing
        name="Blood Requests"
        noun={['request', 'requests']}
        searchLabel="Search requests"
        searchedFields="patient, hospital, contact, number, poster"
        failed={REQUESTS_FETCH_FAILED}
        exported={csvExport(exportBloodRequests, { query: listing.query }, 'requests')}
        none="No blood requests found in the system."
        outcome={
          allOutcomes.length > 0 &&
          allOutcomes.map(({ outcome, dismiss }) => (
            <Notice key={outcome.record.id} kind={outcome.kind} onDismiss={dismiss}>
              <p>{outcome.message}</p>
              <p>Patient: {outcome.record.patientName}</p>
            </Notice>
          ))
        }
        outcomeRef={outcomeRef}
        titleOf={({ patientName }) => patientName}
        details={bloodRequest => <RequestDetails bloodRequest={bloodRequest} />}
        list={list}
        listing={listing}
        columns={columns}
      />
      {asked && (
        <Suspense>
          <ActionDialog actions={actions} />
        </Suspense>
      )}
      <ChangeDialog changes={finding} focusAfter={() => null} />
    </>
  )
}

const findReal = (record: BloodRequestRecord): AskedChange<BloodRequestRecord> => ({
  record,
  after: { heldBackAt: null, foundRealAt: currentTime().toISOString() },
  send: () => call(findBloodRequestReal, { params: { id: record.id } }),
  question: 'Is this request real?',
  consequence: `Call ${record.contactPerson} at ${record.contactNumber} first. If you confirm it, we ask donors for ${record.patientName} without limits for new members, and offers and donations count at once. The audit log records that you did.`,
  yes: 'This is real',
  variant: 'primary',
  done: `Donors are now asked for ${record.patientName}.`,
})
