import type { ReportCase } from '@blood-bank/contract/reports/cases'
import { Suspense, useMemo, useState } from 'react'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { RecordListing } from '../listing/record-listing.tsx'
import { useListing } from '../listing/use-listing.ts'
import { caseColumns } from './case-columns.tsx'
import { headingOfCase } from './name-of-case.ts'
import { useReportCases } from './queries.ts'

/** Loaded when a case is opened. */
const CaseDialog = lazyPage(() => import('./case-dialog.tsx'), 'CaseDialog')

const FILTERS = {
  state: { label: 'State', options: { handled: 'Handled' }, unset: 'Waiting' },
  subject: { label: 'About', options: { 'blood-request': 'Requests', person: 'People' } },
} as const

export const ReportsPage = () => (
  <AdminPage title="Reports">
    <CaseListing />
  </AdminPage>
)

/** What was reported, grouped by request or person: what waits longest comes first. */
function CaseListing() {
  const listing = useListing({ sorts: ['openedAt'], filters: FILTERS })
  const list = useReportCases(listing.chosen)
  const [opened, setOpened] = useState<ReportCase | null>(null)
  const columns = useMemo(() => caseColumns(setOpened), [])
  return (
    <>
      <RecordListing
        name="Reports"
        noun={['case', 'cases']}
        failed="Failed to fetch reports."
        none="No reports to decide."
        list={list}
        listing={listing}
        columns={columns}
        titleOf={headingOfCase}
        onOpen={setOpened}
      />
      {opened && (
        <Suspense>
          <CaseDialog listed={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
