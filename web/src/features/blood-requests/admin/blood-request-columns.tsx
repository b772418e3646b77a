import {
  type BLOOD_REQUEST_SORTS,
  type BloodRequestRecord,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests'
import { site } from '../../../api/site.ts'
import type { Column } from '../../../lists/table/columns.ts'
import { historyColumn } from '../../../lists/table/history-column.tsx'
import { NameCell } from '../../../lists/table/name-cell.tsx'
import { PhoneCell } from '../../../lists/table/phone-cell.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { TruncatedText } from '../../../ui/records/truncated-text.tsx'
import { ActionButtons } from '../actions/action-buttons.tsx'
import type { RequestedAction } from '../actions/actions.ts'
import { STATUS_TONES, URGENCY_TONES } from '../tones.ts'
import { describeUnits } from '../units.ts'
import styles from './blood-request-columns.module.css'

type BloodRequestColumn = Column<BloodRequestRecord> & { sort?: (typeof BLOOD_REQUEST_SORTS)[number] }

/** Fits two lines of the column; the text can have two thousand characters. */
const SHOWN_INFO_CHARACTERS = 50

type Options = {
  onAction: (requested: RequestedAction) => void
  /** Opens the offers for a request. */
  onOpen: (bloodRequest: BloodRequestRecord) => void
}

const nameId = ({ id }: BloodRequestRecord) => `blood-request-${id}`

/** The columns that an admin needs to decide come first, so that they are visible without horizontal scrolling. */
export const bloodRequestColumns = ({ onAction, onOpen }: Options): BloodRequestColumn[] => [
  {
    heading: 'Patient Name',
    width: 11,
    sort: 'patientName',
    cell: bloodRequest => <NameCell id={nameId(bloodRequest)} name={bloodRequest.patientName} />,
  },
  {
    heading: 'Blood Group',
    width: 8,
    sort: 'requiredBloodGroup',
    shape: 'badge',
    cell: ({ requiredBloodGroup }) => <Badge tone="blood">{requiredBloodGroup}</Badge>,
  },
  { heading: 'Units', width: 4.5, cell: ({ unitsRequired }) => unitsRequired },
  {
    heading: 'Urgency',
    width: 7.5,
    cell: ({ urgency }) => <Badge tone={URGENCY_TONES[urgency]}>{URGENCY_LABELS[urgency]}</Badge>,
  },
  {
    heading: 'Status',
    width: 7.5,
    cell: ({ status, hiddenAt }) =>
      hiddenAt && status === 'active' ? (
        <Badge tone="warning">Hidden</Badge>
      ) : (
        <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
      ),
  },
  {
    heading: 'Actions',
    width: 25,
    isWide: true,
    shape: 'button',
    cell: bloodRequest => (
      <div className={styles.actions}>
        <ActionButtons bloodRequest={bloodRequest} onAction={onAction} describedBy={nameId(bloodRequest)} />
      </div>
    ),
  },
  {
    heading: 'Offers',
    width: 13,
    isWide: true,
    shape: 'button',
    cell: bloodRequest => (
      <div className={styles.actions}>
        {describeUnits(bloodRequest)}
        <Button aria-describedby={nameId(bloodRequest)} onClick={() => onOpen(bloodRequest)}>
          Offers
        </Button>
      </div>
    ),
  },
  { heading: 'Hospital', width: 17, sort: 'hospitalName', cell: ({ hospitalName }) => hospitalName },
  { heading: 'Location', width: 14, cell: ({ hospitalLocation }) => hospitalLocation ?? 'Not given' },
  {
    heading: 'Contact',
    width: 12,
    shape: 'lines',
    cell: ({ contactPerson, contactNumber }) => (
      <>
        {contactPerson} <PhoneCell number={contactNumber} owner={contactPerson} />
      </>
    ),
  },
  {
    heading: 'Additional Info',
    width: 18,
    isWide: true,
    cell: ({ additionalInfo }) =>
      additionalInfo ? <TruncatedText text={additionalInfo} maxLength={SHOWN_INFO_CHARACTERS} /> : 'None',
  },
  { heading: 'Posted by', width: 17, isWide: true, cell: ({ userEmail }) => userEmail },
  {
    heading: 'Requested',
    width: 12.5,
    isWide: true,
    sort: 'requestedAt',
    cell: ({ requestedAt }) => <time dateTime={requestedAt}>{formatMoment(requestedAt, site.timeZone)}</time>,
  },
  historyColumn(nameId),
]
