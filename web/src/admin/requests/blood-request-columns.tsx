import {
  type BLOOD_REQUEST_SORTS,
  type BloodRequestRecord,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests/endpoints'
import { Moment } from '../../api/moment.tsx'
import { ActionButtons } from '../../features/blood-requests/actions/action-buttons.tsx'
import type { RequestedAction } from '../../features/blood-requests/actions/actions.ts'
import { describeUnits, STATUS_TONES } from '../../features/blood-requests/state.ts'
import { Stack } from '../../ui/layout/stack.tsx'
import { RowMenu } from '../../ui/menu/row-menu.tsx'
import { Badge } from '../../ui/records/badge.tsx'
import type { Column } from '../listing/table/columns.ts'
import { NameCell } from '../listing/table/name-cell.tsx'
import { PhoneCell } from '../listing/table/phone-cell.tsx'
import { TruncatedText } from '../listing/table/truncated-text.tsx'
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

/**
 * What an admin needs to decide, and the decisions, come first: together they fit the narrowest window with a sidebar that
 * is common, 1280 px, without horizontal scrolling.
 */
export const bloodRequestColumns = ({ onAction, onOpen }: Options): BloodRequestColumn[] => [
  {
    heading: 'Patient Name',
    width: 14.5,
    sort: 'patientName',
    shape: 'lines',
    cell: bloodRequest => (
      <NameCell
        id={nameId(bloodRequest)}
        name={bloodRequest.patientName}
        more={`Posted by ${bloodRequest.userEmail}`}
      />
    ),
  },
  {
    heading: 'Blood Group',
    width: 8,
    sort: 'requiredBloodGroup',
    shape: 'badge',
    cell: bloodRequest => (
      <Stack tight>
        <Badge tone="blood">{bloodRequest.requiredBloodGroup}</Badge>
        {describeUnits(bloodRequest)}
      </Stack>
    ),
  },
  {
    heading: 'Urgency',
    width: 7.5,
    cell: ({ urgency }) => <Badge tone={urgency}>{URGENCY_LABELS[urgency]}</Badge>,
  },
  {
    heading: 'Status',
    width: 6.5,
    cell: ({ status, hiddenAt }) => (
      <Stack tight>
        <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
        {hiddenAt && status === 'active' && <Badge tone="warning">Hidden</Badge>}
      </Stack>
    ),
  },
  {
    heading: 'Hospital',
    width: 9,
    sort: 'hospitalName',
    cell: ({ hospitalName, hospitalLocation }) => (
      <Stack tight>
        <span>{hospitalName}</span>
        {hospitalLocation !== null && <span className={styles.soft}>{hospitalLocation}</span>}
      </Stack>
    ),
  },
  {
    heading: 'Actions',
    width: 13,
    isWide: true,
    shape: 'button',
    cell: bloodRequest => (
      <div className={styles.actions}>
        <ActionButtons bloodRequest={bloodRequest} onAction={onAction} describedBy={nameId(bloodRequest)} />
      </div>
    ),
  },
  {
    heading: 'More',
    width: 5,
    isWide: true,
    shape: 'button',
    cell: bloodRequest => (
      <RowMenu
        describedBy={nameId(bloodRequest)}
        entries={[
          { label: 'Offers', onSelect: () => onOpen(bloodRequest) },
          { label: 'Audit log', to: `/admin/audit-log?record=${bloodRequest.id}` },
        ]}
      />
    ),
  },
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
  {
    heading: 'Requested',
    width: 12.5,
    isWide: true,
    sort: 'requestedAt',
    cell: ({ requestedAt }) => <Moment at={requestedAt} />,
  },
]
