import type { ReportCase } from '@blood-bank/contract/reports/cases'
import { useMemo, useState } from 'react'
import { AdminPage } from '../frame/admin-page.tsx'
import { RecordListing } from '../listing/record-listing.tsx'
import { useListing } from '../listing/use-listing.ts'
import { caseColumns } from './case-columns.tsx'
import { CaseDialog } from './case-dialog.tsx'
import { headingOfCase } from './name-of-case.ts'
import { useReportCases } from './queries.ts'

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
      {opened && <CaseDialog listed={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
