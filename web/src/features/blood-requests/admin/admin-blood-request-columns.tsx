import {
  type BLOOD_REQUEST_SORTS,
  type BloodRequestRecord,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests'
import { site } from '../../../api/site.ts'
import { NameCell } from '../../../lists/table/name-cell.tsx'
import { PhoneCell } from '../../../lists/table/phone-cell.tsx'
import type { Column } from '../../../lists/table/table-parts.ts'
import { Badge } from '../../../ui/records/badge.tsx'
import { formatMoment } from '../../../ui/records/dates.ts'
import { Shortened } from '../../../ui/records/shortened.tsx'
import { ActButtons } from '../actions/act-buttons.tsx'
import type { Asked } from '../actions/acts.ts'
import { STATUS_TONES, URGENCY_TONES } from '../tones.ts'
import styles from './admin-blood-request-columns.module.css'

type BloodRequestColumn = Column<BloodRequestRecord> & { sort?: (typeof BLOOD_REQUEST_SORTS)[number] }

/** Characters: what fits two lines of its column, as somebody may have written two thousand. */
const SHOWN_OF_INFO = 50

const nameId = ({ id }: BloodRequestRecord) => `blood-request-${id}`

/** What an admin decides by and upon comes first, so that it is in view without scrolling sideways. */
export const bloodRequestColumns = (onAsk: (asked: Asked) => void): BloodRequestColumn[] => [
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
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>,
  },
  {
    heading: 'Actions',
    width: 25,
    isWide: true,
    shape: 'button',
    cell: bloodRequest => (
      <div className={styles.actions}>
        <ActButtons bloodRequest={bloodRequest} onAsk={onAsk} describedBy={nameId(bloodRequest)} />
      </div>
    ),
  },
  { heading: 'Hospital', width: 17, sort: 'hospitalName', cell: ({ hospitalName }) => hospitalName },
  { heading: 'Location', width: 14, cell: ({ hospitalLocation }) => hospitalLocation ?? 'Not told' },
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
      additionalInfo ? <Shortened text={additionalInfo} to={SHOWN_OF_INFO} /> : 'None',
  },
  { heading: 'Posted by', width: 17, isWide: true, cell: ({ userEmail }) => userEmail },
  {
    heading: 'Requested',
    width: 12.5,
    isWide: true,
    sort: 'requestedAt',
    cell: ({ requestedAt }) => <time dateTime={requestedAt}>{formatMoment(requestedAt, site.timeZone)}</time>,
  },
]
