import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReportCase } from '@blood-bank/contract/reports/cases'
import {
  DECISION_LABELS,
  DECISION_REASON_LABELS,
  REPORT_KIND_LABELS,
} from '@blood-bank/contract/reports/endpoints'
import { Moment } from '../../api/moment.tsx'
import { currentTime } from '../../ui/browser/clock.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatCount } from '../../ui/records/counts.ts'
import { formatAge } from '../../ui/records/dates.ts'
import type { Column } from '../listing/table/columns.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'
import { headingOfCase } from './name-of-case.ts'

const nameId = ({ id }: ReportCase) => `case-${id}`

export const caseColumns = (onOpen: (reported: ReportCase) => void): Column<ReportCase>[] => [
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
