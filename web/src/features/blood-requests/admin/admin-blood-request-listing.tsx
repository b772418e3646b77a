import { BLOOD_GROUPS } from '@blood-bank/contract/blood-groups'
import {
  BLOOD_REQUEST_SORTS,
  exportBloodRequests,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { explainFailure } from '../../../api/explain-failure.ts'
import { csvExport } from '../../../lists/export/csv-export.ts'
import { RecordListing } from '../../../lists/listing/record-listing.tsx'
import { useListing } from '../../../lists/use-listing.ts'
import { lazyPage } from '../../../ui/browser/lazy-page.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useActedOn } from '../actions/pending-acts.ts'
import { useActing } from '../actions/use-acting.ts'
import { NOT_FETCHED } from '../queries.ts'
import { bloodRequestColumns } from './admin-blood-request-columns.tsx'
import { useBloodRequestListing } from './admin-queries.ts'

/** Loaded when it is first needed: dialogs are heavy, and so is the table. */
const ActDialog = lazyPage(() => import('../actions/act-dialog.tsx'), 'ActDialog')

const FILTERS = {
  status: { label: 'Status', options: STATUS_LABELS },
  urgency: { label: 'Urgency', options: URGENCY_LABELS },
  requiredBloodGroup: { label: 'Blood Group', options: BLOOD_GROUPS },
} as const

/** All requests in every state (spec §2, Manage Requests). */
export function BloodRequestListing() {
  const listing = useListing({ sorts: BLOOD_REQUEST_SORTS, filters: FILTERS })
  const list = useActedOn(useBloodRequestListing(listing.query), { keepsClosed: true })
  const outcomeRef = useRef<HTMLDivElement>(null)
  const acting = useActing()
  const { outcome, asked, ask } = acting
  const columns = useMemo(() => bloodRequestColumns(ask), [ask])

  // The button that was pressed may be gone with its request.
  useEffect(() => {
    if (outcome && !outcome.at) outcomeRef.current?.focus({ preventScroll: true })
  }, [outcome])

  return (
    <>
      <RecordListing
        name="Blood Requests"
        noun={['request', 'requests']}
        failure={error => explainFailure(error, NOT_FETCHED)}
        exported={csvExport(exportBloodRequests, { query: listing.query }, 'requests')}
        none="No blood requests found in the system."
        outcome={
          outcome && (
            <Notice kind={outcome.kind} onDismiss={acting.dismiss}>
              <p>{outcome.message}</p>
              {asked && <p>Patient: {asked.bloodRequest.patientName}</p>}
            </Notice>
          )
        }
        outcomeRef={outcomeRef}
        {...{ list, listing, columns }}
      />
      {asked && (
        <Suspense>
          <ActDialog acting={acting} />
        </Suspense>
      )}
    </>
  )
}
