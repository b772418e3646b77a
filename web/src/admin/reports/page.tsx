import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReportCase } from '@blood-bank/contract/reports/cases'
import {
  DECISION_LABELS,
  DECISION_REASON_LABELS,
  REPORT_KIND_LABELS,
} from '@blood-bank/contract/reports/endpoints'
import { Suspense, useMemo, useState } from 'react'
import { Moment } from '../../api/moment.tsx'
import { currentTime } from '../../ui/browser/clock.ts'
import { lazyPage } from '../../ui/browser/lazy-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import { formatAge } from '../../ui/records/dates.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { RecordListing } from '../listing/record-listing.tsx'
import type { Column } from '../listing/table/columns.tsx'
import { NameCell } from '../listing/table/name-cell.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'
import { useListing } from '../listing/use-listing.ts'
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

const nameId = ({ id }: ReportCase) => `case-${id}`

const caseColumns = (onOpen: (reported: ReportCase) => void): Column<ReportCase>[] => [
  {
    heading: 'Reported',
    width: 16.25,
    cell: reported => <NameCell id={nameId(reported)} name={headingOfCase(reported)} />,
  },
  {
    heading: 'Reports',
    width: 12,
    shape: 'lines',
    cell: ({ kinds }) =>
      kinds.map(({ kind, reports }) => `${REPORT_KIND_LABELS[kind]}: ${formatCount(reports)}`).join(', '),
  },
  {
    heading: 'State',
    width: 12,
    place: 'line',
    cell: reported => <CaseState reported={reported} />,
  },
  {
    heading: 'Actions',
    width: 5.5,
    place: 'actions',
    shape: 'button',
    cell: reported => (
      <Button aria-describedby={nameId(reported)} onClick={() => onOpen(reported)}>
        Open
      </Button>
    ),
  },
  {
    heading: 'Latest text',
    width: 18,
    cell: ({ latestText }) => latestText,
  },
  {
    heading: 'Person',
    width: 16,
    cell: ({ person }) => person?.email ?? 'An erased account',
  },
  {
    heading: 'First report',
    width: 12,
    shape: 'lines',
    cell: ({ openedAt }) => (
      <>
        <Moment at={openedAt} /> <span>{formatAge(new Date(openedAt), currentTime())}</span>
      </>
    ),
  },
]

/** Whether the case waits, or the decision; and what reports have caused. */
function CaseState({ reported: { decision, bloodRequest, person } }: { reported: ReportCase }) {
  const facts = [
    decision && DECISION_REASON_LABELS[decision.reason],
    bloodRequest && (bloodRequest.hiddenAt ? 'Hidden' : `Request: ${STATUS_LABELS[bloodRequest.status]}`),
    bloodRequest?.isMarked && 'Still shown',
    person?.isSuspended && 'Suspended',
    person?.isPostingStopped && !person.isSuspended && 'Cannot post',
  ]
  return (
    <Stack tight>
      {decision ? (
        <Badge tone="plain">{DECISION_LABELS[decision.decision]}</Badge>
      ) : (
        <Badge tone="warning">Waiting</Badge>
      )}
      <TruncatedText text={facts.filter(Boolean).join(', ')} isOneLine />
    </Stack>
  )
}
