import { STATUS_LABELS } from '@blood-bank/contract/blood-requests/endpoints'
import type { ReportCase } from '@blood-bank/contract/reports/cases'
import {
  DECISION_LABELS,
  DECISION_REASON_LABELS,
  REPORT_KIND_LABELS,
} from '@blood-bank/contract/reports/reasons'
import { site } from '../../api/site.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import { formatAge, formatMoment } from '../../ui/records/dates.ts'
import type { Column } from '../listing/table/columns.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'
import { headingOfCase } from './name-of-case.ts'

/** Fits two lines of the column. */
const SHOWN_TEXT_CHARACTERS = 60

const nameId = ({ id }: ReportCase) => `case-${id}`

export const caseColumns = (onOpen: (reported: ReportCase) => void): Column<ReportCase>[] => [
  {
    heading: 'Reported',
    width: 15.5,
    cell: reported => <NameCell id={nameId(reported)} name={headingOfCase(reported)} />,
  },
  {
    heading: 'Reports',
    width: 12,
    shape: 'lines',
    cell: ({ reports, kinds }) => (
      <Stack tight>
        <strong>{reports.toLocaleString('en-US')}</strong>
        {kinds.map(({ kind, reports }) => (
          <span key={kind}>
            {REPORT_KIND_LABELS[kind]}: {reports.toLocaleString('en-US')}
          </span>
        ))}
      </Stack>
    ),
  },
  {
    heading: 'State',
    width: 11,
    cell: reported => <CaseState reported={reported} />,
  },
  {
    heading: 'Actions',
    width: 6.5,
    isWide: true,
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
    isWide: true,
    cell: ({ latestText }) =>
      latestText ? <TruncatedText text={latestText} maxLength={SHOWN_TEXT_CHARACTERS} /> : 'None',
  },
  {
    heading: 'Person',
    width: 16,
    isWide: true,
    cell: ({ person }) => person?.email ?? 'An erased account',
  },
  {
    heading: 'First report',
    width: 12,
    isWide: true,
    shape: 'lines',
    cell: ({ openedAt }) => (
      <>
        <time dateTime={openedAt}>{formatMoment(openedAt, site.timeZone)}</time>
        <br />
        {formatAge(new Date(openedAt), new Date())}
      </>
    ),
  },
]

/** Whether the case waits, and what reports have caused; or the decision. */
function CaseState({ reported: { decision, bloodRequest, person } }: { reported: ReportCase }) {
  return (
    <Stack tight>
      {decision ? (
        <>
          <Badge tone="plain">{DECISION_LABELS[decision.decision]}</Badge>
          <span>{DECISION_REASON_LABELS[decision.reason]}</span>
        </>
      ) : (
        <Badge tone="warning">Waiting</Badge>
      )}
      {bloodRequest?.hiddenAt ? (
        <Badge tone="bad">Hidden</Badge>
      ) : (
        bloodRequest && <span>Request: {STATUS_LABELS[bloodRequest.status]}</span>
      )}
      {bloodRequest?.isMarked && <Badge tone="warning">Still shown</Badge>}
      {person?.isSuspended && <span>Suspended</span>}
      {person?.isPostingStopped && !person.isSuspended && <span>Cannot post</span>}
    </Stack>
  )
}
